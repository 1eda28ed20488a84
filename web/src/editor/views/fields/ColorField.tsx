import { ColorInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HexColor } from '../../core/document/types';
import { useEditorContext } from '../../state/context/context';

const HEX = /^#[0-9a-f]{6}$/i;
const SWATCHES = ['#000000', '#16211c', '#57635c', '#ffffff', '#1f6f4a', '#1d3f72', '#7a1f33', '#b08d3c'];

type Props = {
  label: string;
  /** Undefined while several blocks have different colours. */
  value: HexColor | undefined;
  disabled?: boolean;
  onChange: (value: HexColor) => void;
};

/** A colour input. A partly typed colour takes effect once it is complete. */
export function ColorField({ label, value, disabled, onChange }: Props) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const [typed, setTyped] = useState<string>(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);
  return (
    <ColorInput
      size="xs"
      label={label}
      disabled={disabled}
      value={typed}
      placeholder={value === undefined ? t('editor.mixed') : ''}
      swatches={SWATCHES}
      swatchesPerRow={8}
      withEyeDropper={false}
      dir="ltr"
      popoverProps={{ withinPortal: true }}
      onBlur={() => {
        setTyped(value ?? '');
        store.getState().settle();
      }}
      onChangeEnd={() => store.getState().settle()}
      onChange={(next) => {
        setTyped(next);
        if (HEX.test(next) && next.toLowerCase() !== value?.toLowerCase()) onChange(next as HexColor);
      }}
      aria-description={t('editor.color.help')}
    />
  );
}
