import { useEffect, useRef } from 'react';
import { type PreviewInput, previewSvg } from '../../core/paint/preview';
import { pageBox } from '../../core/primitives/sizes';

export type DesignPictureProps = PreviewInput & {
  className?: string | undefined;
  /** The text alternative of the picture. Without it the picture is decorative. */
  label?: string | undefined;
};

/** A live picture of a design, as wide as its container. Pass stable objects: a new one causes a repaint. */
export function DesignPicture({ design, values, lang, images, className, label }: DesignPictureProps) {
  const holder = useRef<HTMLDivElement>(null);
  const { width, height } = pageBox(design);

  useEffect(() => {
    let current = true;
    void previewSvg({ design, values, lang, images }).then((svg) => {
      svg.setAttribute('width', '100%');
      svg.setAttribute('height', '100%');
      svg.style.display = 'block';
      if (current) holder.current?.replaceChildren(svg);
    });
    return () => {
      current = false;
    };
  }, [design, values, lang, images]);

  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <div ref={holder} className={className} style={{ aspectRatio: `${width} / ${height}` }} {...naming} />
  );
}
