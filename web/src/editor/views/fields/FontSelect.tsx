import { Input, InputBase, Popover } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findFont, fontNamed } from '../../core/fonts/registry';
import { useAddedFonts } from '../../state/fonts/useAddedFonts';
import { FontMenu } from '../fontmenu/FontMenu';
import { rememberFont } from '../fontmenu/recent';

export type FontSelectProps = {
  /** The font name in the design; empty if several blocks differ. */
  value: string;
  disabled?: boolean;
  onChange: (font: string) => void;
};

/** The font of a text: a button that opens the font menu, with a note if the font no longer exists. */
export function FontSelect({ value, disabled, onChange }: FontSelectProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useAddedFonts();
  const name = fontNamed(value)?.name;
  const missing = value !== '' && name === undefined;
  const choose = (font: string) => {
    rememberFont(font);
    setOpen(false);
    onChange(font);
  };
  const label = t('editor.text.font');
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="left-start"
      width={380}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <InputBase
          component="button"
          type="button"
          size="xs"
          pointer
          label={label}
          error={missing && t('fonts.menu.missing', { name: value, font: findFont(value).name })}
          disabled={disabled ?? false}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={`${label}: ${name ?? value}`}
          rightSection={<IconSelector size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {name ?? (value || <Input.Placeholder>{t('editor.mixed')}</Input.Placeholder>)}
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <FontMenu value={name ?? ''} onChoose={choose} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
