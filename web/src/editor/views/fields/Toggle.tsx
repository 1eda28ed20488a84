import { Checkbox } from '@mantine/core';

type Props = {
  label: string;
  checked: boolean;
  mixed: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A checkbox that is checked, unchecked, or mixed when the blocks differ. */
export function Toggle({ label, checked, mixed, disabled, onChange }: Props) {
  return (
    <Checkbox
      size="xs"
      disabled={disabled}
      label={label}
      checked={checked}
      indeterminate={mixed}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
