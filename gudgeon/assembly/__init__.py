"""Description to flat records: the only code that sees both sides."""
