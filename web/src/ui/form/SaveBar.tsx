import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './SaveBar.module.css';
import { useDirtyGuard } from './useDirtyGuard';

interface SaveBarProps {
  dirty: boolean;
  busy: boolean;
  /** The label of the button. The default is "Save changes". */
  label?: string;
  onReset: () => void;
}

/** A bar that appears when a form has unsaved changes. It must be inside the form, because its button submits it. */
export function SaveBar({ dirty, busy, label, onReset }: SaveBarProps) {
  const { t } = useTranslation();
  useDirtyGuard(dirty && !busy);
  if (!dirty) return null;
  return (
    <div className={styles.bar}>
      <Text c="dimmed" className={styles.text}>
        {t('ui.form.unsaved')}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={onReset} disabled={busy}>
          {t('ui.form.discard')}
        </Button>
        <Button type="submit" loading={busy}>
          {label ?? t('ui.form.save')}
        </Button>
      </Group>
    </div>
  );
}
