import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import styles from './ReorderGrip.module.css';
import type { useReorder } from './useReorder';

interface ReorderGripProps {
  label: string;
  grip: ReturnType<ReturnType<typeof useReorder>['grip']>;
}

/** The handle to drag a row. A touch that starts on it moves the row instead of scrolling the page. */
export function ReorderGrip({ label, grip }: ReorderGripProps) {
  return (
    <ActionIcon variant="subtle" color="gray" className={styles.grip} aria-label={label} {...grip}>
      <IconGripVertical size={18} aria-hidden />
    </ActionIcon>
  );
}
