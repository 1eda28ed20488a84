import { Checkbox, Stack } from '@mantine/core';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

interface PermissionsFieldProps {
  label: string;
  description: string;
  grantable: readonly string[];
  value: string[];
  onChange: (permissions: string[]) => void;
}

/** Selects permissions among those that can be given. */
export function PermissionsField({ grantable, ...group }: PermissionsFieldProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group {...group}>
      <Stack gap="xs" mt="xs">
        {grantable.map((name) => (
          <Checkbox key={name} value={name} label={t(`team.permission.${name}` as ParseKeys)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
