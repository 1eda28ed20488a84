type Paint = (context: CanvasRenderingContext2D) => void;

/**
 * The same painting, but from a bitmap as soon as it is asked for a second time at the same place and zoom: what
 * stands still while something else is dragged is then one copy. While the page is zoomed or moved it paints itself.
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
  // A canvas that stands in no page does not know the language, by which letters may take other shapes.
  Object.assign(own, { lang: context.canvas.closest<HTMLElement>('[lang]')?.lang ?? 'inherit' });
  own.setTransform(context.getTransform());
  paint(own);
  return bitmap;
}
