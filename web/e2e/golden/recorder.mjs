/**
 * Runs in the editor's page before its scripts: keeps, for each canvas, the lines of text that its last full painting put
 * there. What the painter hands to the browser is what people see, whatever the layout said before.
 */
export function recordPaint() {
  const lists = new WeakMap();
  const exact = { font: new WeakMap(), wordSpacing: new WeakMap() };
  const proto = CanvasRenderingContext2D.prototype;
  const { fillText, clearRect, drawImage } = proto;
  const listOf = (canvas) => lists.get(canvas) ?? lists.set(canvas, []).get(canvas);

  // The browser rounds sizes and spaces when it gives them back.
  for (const [name, values] of Object.entries(exact)) {
    const own = Object.getOwnPropertyDescriptor(proto, name);
    const set = function (value) {
      values.set(this, value);
      own.set.call(this, value);
    };
    Object.defineProperty(proto, name, { ...own, set });
  }
  proto.clearRect = function (x, y, width, height) {
    const { a, d } = this.getTransform();
    const whole = x <= 0 && y <= 0 && width * a >= this.canvas.width && height * d >= this.canvas.height;
    if (whole) lists.set(this.canvas, []);
    return clearRect.call(this, x, y, width, height);
  };
  proto.fillText = function (text, x, y, ...rest) {
    const line = { text, x, y, font: exact.font.get(this), direction: this.direction, fill: this.fillStyle };
    line.wordSpacing = exact.wordSpacing.get(this) ?? '0px';
    listOf(this.canvas).push(line);
    window.goldenPaints++;
    return fillText.call(this, text, x, y, ...rest);
  };
  // What stands still is copied from a bitmap of its own, which lies at the same place.
  proto.drawImage = function (source, ...rest) {
    if (lists.has(source)) listOf(this.canvas).push(...lists.get(source));
    window.goldenPaints++;
    return drawImage.call(this, source, ...rest);
  };
  window.goldenPaints = 0;
  window.goldenLines = (canvas) => lists.get(canvas) ?? [];
  // Waits until a canvas other than the old one shows text, nothing was painted for two frames and no font is on its way.
  window.goldenRest = async (old, wait) => {
    let [paints, still] = [0, 0];
    for (const end = performance.now() + wait; performance.now() < end; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const canvas = document.querySelector('[data-canvas] canvas');
      const there = canvas && canvas !== old && window.goldenLines(canvas).length > 0 && document.fonts.status === 'loaded';
      still = there && paints === window.goldenPaints ? still + 1 : 0;
      paints = window.goldenPaints;
      if (still === 2) return true;
    }
    return false;
  };
}
