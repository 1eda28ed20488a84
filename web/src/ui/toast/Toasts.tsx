import { Box, Button, CloseButton, Portal, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Toasts.module.css';
import { type Toast, useToasts } from './toast';

/** Renders the notifications of `toast`. The app mounts it once. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <Portal>
      <div className={styles.region} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <OneToast key={toast.id} toast={toast} />
        ))}
      </div>
    </Portal>
  );
}

function OneToast({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const remove = useToasts((state) => state.remove);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => remove(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, remove, toast]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only holds the notice, nothing to press
    <div
      className={styles.toast}
      data-tone={toast.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.tone === 'warning' && <IconAlertTriangle size={18} className={styles.sign} aria-hidden />}
      {toast.tone === 'success' && <IconCheck size={18} className={styles.sign} aria-hidden />}
      <Box flex={1} miw={0}>
        <Text>{toast.message}</Text>
        {toast.lines?.map((line) => (
          <Text key={line} fw={500}>
            {line}
          </Text>
        ))}
      </Box>
      {toast.action && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            toast.action?.run();
            remove(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t('ui.toast.dismiss')} onClick={() => remove(toast.id)} />
    </div>
  );
}
