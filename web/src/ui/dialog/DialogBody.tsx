import { Box, Button, Checkbox, Group, Stack, TextInput, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { DialogProgress } from './DialogProgress';
import { CANCELLED, type DialogAnswer, type DialogVariant, type OpenDialog } from './store';

interface DialogBodyProps {
  dialog: OpenDialog;
  onSettle: (answer: DialogAnswer) => void;
}

const ICONS: Partial<Record<DialogVariant, { icon: typeof IconCheck; color: string }>> = {
  warning: { icon: IconAlertTriangle, color: 'yellow' },
  success: { icon: IconCheck, color: 'laurel' },
  info: { icon: IconInfoCircle, color: 'gray' },
};
const BUSY = new Set<DialogVariant>(['loading', 'progress']);
const ASKING = new Set<DialogVariant>(['confirm', 'agree', 'confirmWithCheckbox']);

/** The content and buttons of a dialog. In a destructive dialog, the safe button has the focus. */
export function DialogBody({ dialog, onSettle }: DialogBodyProps) {
  const { t } = useTranslation();
  const [checked, setChecked] = useState(dialog.checked ?? false);
  const [typed, setTyped] = useState('');
  const sign = ICONS[dialog.variant];
  const locked = dialog.typeToConfirm !== undefined && !isSame(typed, dialog.typeToConfirm);
  const settle = (confirmed: boolean) => onSettle(confirmed ? { confirmed, checked } : CANCELLED);

  return (
    <Stack gap="md">
      <Group align="flex-start" wrap="nowrap" gap="sm">
        {sign && (
          <ThemeIcon variant="light" color={sign.color} size={32} radius="xl">
            <sign.icon size={18} stroke={1.8} />
          </ThemeIcon>
        )}
        {dialog.body !== undefined && (
          <Box c="dimmed" style={{ flex: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {dialog.body}
          </Box>
        )}
      </Group>
      {dialog.variant === 'loading' && <DialogProgress />}
      {dialog.variant === 'progress' && <DialogProgress progress={dialog.progress} />}
      {dialog.typeToConfirm !== undefined && (
        <TextInput
          data-autofocus
          label={t('ui.dialog.typeToConfirm', { text: isolate(dialog.typeToConfirm) })}
          dir="auto"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && !locked) settle(true);
          }}
        />
      )}
      {dialog.checkboxLabel !== undefined && (
        <Checkbox
          label={dialog.checkboxLabel}
          checked={checked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
      {!BUSY.has(dialog.variant) && <Answers dialog={dialog} locked={locked} onSettle={settle} />}
    </Stack>
  );
}

/** Compares a typed name or address without case. */
const isSame = (typed: string, text: string) => typed.trim().toLowerCase() === text.trim().toLowerCase();

interface AnswersProps {
  dialog: OpenDialog;
  locked: boolean;
  onSettle: (confirmed: boolean) => void;
}

function Answers({ dialog, locked, onSettle }: AnswersProps) {
  const { t } = useTranslation();
  const { variant, danger, typeToConfirm } = dialog;
  const typing = typeToConfirm !== undefined;
  return (
    <Group justify="flex-end" gap="xs">
      {ASKING.has(variant) && (
        <Button
          variant="default"
          data-autofocus={(danger && !typing) || undefined}
          onClick={() => onSettle(false)}
        >
          {dialog.cancelLabel ?? t(variant === 'agree' ? 'ui.dialog.decline' : 'ui.dialog.cancel')}
        </Button>
      )}
      <Button
        color={danger ? 'red' : undefined}
        disabled={locked}
        data-autofocus={!(danger || typing) || undefined}
        onClick={() => onSettle(true)}
      >
        {dialog.confirmLabel ?? t(defaultConfirm(variant))}
      </Button>
    </Group>
  );
}

function defaultConfirm(variant: DialogVariant) {
  if (variant === 'agree') return 'ui.dialog.agree';
  return ASKING.has(variant) ? 'ui.dialog.continue' : 'ui.dialog.close';
}
