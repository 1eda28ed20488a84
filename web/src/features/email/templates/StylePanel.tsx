import { ColorInput, Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { Panel } from '../../../ui/Panel';
import type { Style } from './api';
import { contrast } from './contrast';
import { ImageField } from './ImageField';
import { COLORS, FONTS } from './words';

interface StylePanelProps {
  style: Style;
  onChange: (style: Style, about: string) => void;
}

/** What each color must be told from, and by how much. */
const AGAINST = {
  brand: { other: 'surface', least: 3 },
  background: { other: 'text', least: 4.5 },
  surface: { other: 'text', least: 4.5 },
  text: { other: 'surface', least: 4.5 },
} as const;

/** Colors, fonts and header of an email. */
export function StylePanel({ style, onChange }: StylePanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const set = (fields: Partial<Style>, about: string) => onChange({ ...style, ...fields }, about);
  return (
    <Panel>
      {COLORS.map((name) => {
        const { other, least } = AGAINST[name];
        const ratio = contrast(style[name], style[other]);
        const low = ratio < least;
        const values = { ratio: format.number(Math.floor(ratio * 10) / 10), min: format.number(least) };
        return (
          <ColorInput
            key={name}
            label={t(`emailTemplates.style.${name}`)}
            description={low ? undefined : t('emailTemplates.style.ratio', values)}
            error={low && t('emailTemplates.style.low', values)}
            value={style[name]}
            format="hex"
            dir="ltr"
            maw={320}
            onChange={(color) => set({ [name]: color.toLowerCase() }, name)}
          />
        );
      })}
      <Group gap="sm" align="flex-start">
        {(['font', 'heading_font'] as const).map((name) => (
          <Select
            key={name}
            label={t(name === 'font' ? 'emailTemplates.style.font' : 'emailTemplates.style.headingFont')}
            data={[...FONTS]}
            value={style[name]}
            allowDeselect={false}
            onChange={(font) => font && set({ [name]: font }, '')}
          />
        ))}
      </Group>
      <ImageField
        label={t('emailTemplates.style.header')}
        help={t('emailTemplates.style.headerHelp')}
        value={style.header}
        onChange={(header) => set({ header }, '')}
      />
    </Panel>
  );
}
