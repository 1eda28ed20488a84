import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import styles from './ReorderGrip.module.css';
import type { useReorder } from './useReorder';

interface ReorderGripProps {
  label: string;
  grip: ReturnType<ReturnType<typeof useReorder>['grip']>;
}

/** The handle by which a row is put elsewhere. A finger that begins on it moves the row, not the page. */
export function ReorderGrip({ label, grip }: ReorderGripProps) {
  return (
    <ActionIcon variant="subtle" color="gray" className={styles.grip} aria-label={label} {...grip}>
      <IconGripVertical size={18} aria-hidden />
    </ActionIcon>
  );
}
