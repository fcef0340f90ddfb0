// Small things that magnifiers draw.

export function circle(context, x, y, radius, filled = false) {
  context.beginPath();
  context.arc(x, y, Math.max(radius, 0), 0, 2 * Math.PI);
  if (filled) context.fill();
  context.stroke();
}

export function arrow(context, [x, y], [dx, dy], length, colour) {
  const head = Math.min(9, 0.5 * length);
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 2.5;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + dx * (length - head), y + dy * (length - head));
  context.stroke();
  context.beginPath();
  context.moveTo(x + dx * length, y + dy * length);
  context.lineTo(
    x + dx * (length - head) - dy * head * 0.5,
    y + dy * (length - head) + dx * head * 0.5,
  );
  context.lineTo(
    x + dx * (length - head) + dy * head * 0.5,
    y + dy * (length - head) - dx * head * 0.5,
  );
  context.fill();
}
