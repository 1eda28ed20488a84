import { useEffect, useState } from 'react';
import { type Face, familyList } from '../../core/fonts/face';
import { loadFaces } from '../../core/fonts/load';
import { bundledFonts, type Font } from '../../core/fonts/registry';
import styles from './FontMenu.module.css';
import type { Drawing } from './useEntries';

/** Space above and below the name for flourishes, in units of 1/80 em. The total of 120 is shown at 30 px. */
const [ABOVE, BELOW] = [84, 36];

/** A font name in its own face: an outline from the build, or live text for fonts added later. */
export function FontName({ font, drawing }: { font: Font; drawing: Drawing | undefined }) {
  return drawing ? <DrawnName name={font.name} drawing={drawing} /> : <SetName name={font.name} />;
}

function DrawnName({ name, drawing: [width, path] }: { name: string; drawing: Drawing }) {
  return (
    <svg
      className={styles.drawn}
      // Flourishes may start left of the origin.
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
    // If the face does not load, the name stays in the UI font.
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
