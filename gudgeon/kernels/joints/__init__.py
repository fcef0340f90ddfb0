"""What imperfect joints do: contacts, bushings, oil films."""
