// Relative luminance and contrast as WCAG 2.2 defines them.
const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const luminance = (colour) => {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

process.stdin.on("data", (line) => {
  const { text, background } = JSON.parse(line);
  const [dark, light] = [luminance(text), luminance(background)].sort((a, b) => a - b);
  const ratio = Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100;
  console.log(JSON.stringify({ ratio, AA: ratio >= 4.5, AAA: ratio >= 7 }));
});
