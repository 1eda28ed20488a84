type Paint = (context: CanvasRenderingContext2D) => void;

/**
 * Caches a painting as a bitmap from the second call at the same position and zoom, so that unchanged content costs one copy
 * while something else is dragged. During zooming or panning it paints directly.
 */
export function keepPainted(paint: Paint): Paint {
  let last = '';
  let bitmap: HTMLCanvasElement | undefined;
  return (context) => {
    const { width, height } = context.canvas;
    const place = `${width} ${height} ${context.getTransform()}`;
    if (place !== last) {
      last = place;
      bitmap = undefined;
      paint(context);
      return;
    }
    bitmap ??= painted(context, paint);
    context.save();
    context.resetTransform();
    context.drawImage(bitmap, 0, 0);
    context.restore();
  };
}

function painted(context: CanvasRenderingContext2D, paint: Paint): HTMLCanvasElement {
  const bitmap = document.createElement('canvas');
  bitmap.width = context.canvas.width;
  bitmap.height = context.canvas.height;
  const own = bitmap.getContext('2d');
  if (!own) return bitmap;
  // A detached canvas has no language, which some letter forms depend on.
  Object.assign(own, { lang: context.canvas.closest<HTMLElement>('[lang]')?.lang ?? 'inherit' });
  own.setTransform(context.getTransform());
  paint(own);
  return bitmap;
}
