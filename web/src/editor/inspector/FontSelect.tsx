import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { familyList } from '../fonts/face';
import { loadFaces } from '../fonts/load';
import { bundledFonts, MENU_FONTS } from '../fonts/registry';

/** All fonts by name, with search; each name is set in its own face once it is seen. */
export function FontSelect({ value, onChange }: { value: string; onChange: (font: string) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      label={t('editor.text.font')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('editor.text.noFont')}
      maxDropdownHeight={320}
      value={value}
      data={MENU_FONTS.map(({ name }) => name)}
      renderOption={({ option }) => <FontName name={option.value} />}
      onChange={(font) => font && onChange(font)}
    />
  );
}

function FontName({ name }: { name: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [family, setFamily] = useState<string>();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const face = bundledFonts.face({ font: name, weight: 400, italic: false, text: name, lang: 'en' });
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      // A face that does not come leaves the name in the type of the interface.
      loadFaces([{ face, text: name }]).then(
        () => setFamily(familyList(face)),
        () => undefined,
      );
    });
    seen.observe(element);
    return () => seen.disconnect();
  }, [name]);
  return (
    <span ref={place} style={{ fontFamily: family, fontSize: 16, lineHeight: '24px' }}>
      {name}
    </span>
  );
}
