import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A button that copies a value and confirms it. `label` names what is copied, such as "Copy link". */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  const words = clipboard.copied ? t('ui.copied') : label;
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Tooltip label={words} openDelay={clipboard.copied ? 0 : 300}>
      <ActionIcon
        size="sm"
        color={clipboard.copied ? 'laurel' : 'gray'}
        aria-label={words}
        onClick={(event) => {
          event.stopPropagation();
          clipboard.copy(value);
        }}
      >
        <Icon size={15} />
      </ActionIcon>
    </Tooltip>
  );
}
