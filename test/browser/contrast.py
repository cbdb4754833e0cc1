"""Whether texts of a page can be read."""

# The contrast of each text with what is behind it, as WCAG counts it. Colours may be of any CSS kind.
LOW_CONTRAST = """
(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    if (element.classList.contains('warp-label')) return rgb(getComputedStyle(element.previousElementSibling).fill);
    for (let e = element; e; e = e.parentElement) {
      const colour = rgb(getComputedStyle(e).backgroundColor);
      if (colour[3] > 0) return colour;
    }
    return [255, 255, 255, 255];
  };
  const low = [];
  for (const element of document.querySelectorAll('body *')) {
    const has_text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!has_text || element.closest('script, style, noscript') || !element.getClientRects().length) continue;
    const style = getComputedStyle(element), in_svg = element instanceof SVGElement;
    const [a, b] = [luminance(rgb(in_svg ? style.fill : style.color)), luminance(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) low.push(`${contrast.toFixed(2)} ${element.textContent.trim().slice(0, 40)}`);
  }
  return low;
})()
"""
