import { Checkbox } from '@mantine/core';

type Props = {
  label: string;
  checked: boolean;
  mixed: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** Something that is or is not so, or is so for some of the blocks. */
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
