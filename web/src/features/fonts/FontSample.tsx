import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OwnFont } from './api';

/** A font's name, set in its lightest upright file once that is loaded. */
export function FontSample({ font }: { font: OwnFont }) {
  const file = font.files.find(({ italic }) => !italic) ?? font.files[0];
  const url = file?.url;
  const [family, setFamily] = useState<string>();
  useEffect(() => {
    if (!url) return;
    let current = true;
    // Contains the file URL, so that it is unique.
    const name = `Own ${url}`;
    const face = new FontFace(name, `url(${url})`);
    document.fonts.add(face);
    face.load().then(
      () => current && setFamily(`"${name}"`),
      () => undefined, // the name stays in the type of the interface
    );
    return () => {
      current = false;
      document.fonts.delete(face);
    };
  }, [url]);
  return (
    <Text component="bdi" fz={20} lh="28px" truncate display="block" style={{ fontFamily: family }}>
      {font.name}
    </Text>
  );
}
