import { useEffect, useState } from 'react';
import { type Face, familyList } from '../../core/fonts/face';
import { loadFaces } from '../../core/fonts/load';
import { bundledFonts, type Font } from '../../core/fonts/registry';
import styles from './FontMenu.module.css';
import type { Drawing } from './useEntries';

/** Room for flourishes above and below, in units of which 80 make an em: 30 px stand for the 120 of both. */
const [ABOVE, BELOW] = [84, 36];

/** A font's name in its own face: drawn when the program was built, or set when the font came later. */
export function FontName({ font, drawing }: { font: Font; drawing: Drawing | undefined }) {
  return drawing ? <DrawnName name={font.name} drawing={drawing} /> : <SetName name={font.name} />;
}

function DrawnName({ name, drawing: [width, path] }: { name: string; drawing: Drawing }) {
  return (
    <svg
      className={styles.drawn}
      // Flourishes may begin left of the pen.
      viewBox={`-8 ${-ABOVE} ${width + 16} ${ABOVE + BELOW}`}
      preserveAspectRatio="xMinYMid"
      aria-hidden
      data-font={name}
    >
      <path d={path} />
    </svg>
  );
}

function SetName({ name }: { name: string }) {
  const [face, setFace] = useState<Face>();
  useEffect(() => {
    let current = true;
    const wanted = bundledFonts.face({ font: name, weight: 400, italic: false, text: name, lang: 'en' });
    // A face that does not come leaves the name in the type of the interface.
    loadFaces([{ face: wanted, text: name }]).then(
      () => current && setFace(wanted),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [name]);
  return (
    <span
      className={styles.set}
      style={face && { fontFamily: familyList(face), fontWeight: face.weight }}
      aria-hidden
      data-font={name}
    >
      {name}
    </span>
  );
}
