import { Anchor, Button, CloseButton, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { hideOperation } from '../../ui/progress/followed';
import { isOpen, type Operation } from './api';
import styles from './operations.module.css';
import { useChanges } from './useChanges';

const SECOND_MS = 1000;

/** One operation of the tray. */
export function OperationRow({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { page, state, stop, input_count: total } = operation;
  const title = t(operation.undo_of ? 'operations.undoing' : `operations.kind.${operation.kind}`);
  const done = operation.done_count + operation.unchanged_count + operation.refused_count;
  const bad = state === 'failed' || state === 'stopped';
  const open = isOpen(operation);
  const numbers = { done: format.number(done), total: format.number(total) };
  const progress = () => {
    if (state === 'waiting') return t('operations.waiting');
    if (state === 'cancelled') return t('actions.cancelled', numbers);
    if (state !== 'finished') return t('ui.progress.counts', numbers);
    return t('actions.result', { ...numbers, done: format.number(operation.done_count) });
  };
  return (
    <div className={styles.operation}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={500}>{title}</Text>
        <CloseButton
          size="sm"
          aria-label={t('operations.hide', { title })}
          onClick={() => hideOperation(page)}
        />
      </Group>
      {state !== 'waiting' && (
        <Progress value={share(operation, done)} color={bad ? 'red' : undefined} aria-label={title} my={6} />
      )}
      <Group justify="space-between" gap="xs" fz="xs" c="dimmed" className={styles.numbers}>
        <Text inherit role="status">
          {progress()}
        </Text>
        {open && operation.seconds_left !== null && operation.seconds_left > 0 && (
          <Text inherit>
            {t('ui.progress.timeLeft', { duration: format.duration(operation.seconds_left * SECOND_MS) })}
          </Text>
        )}
      </Group>
      {bad && stop && <Text fz="sm">{stop.message}</Text>}
      <Group justify="space-between" gap="xs" mt={6} mih={30}>
        <Anchor
          component={Link}
          to={page}
          fz="sm"
          aria-label={t(open ? 'operations.detailsOf' : 'operations.resultOf', { title })}
          onClick={open ? undefined : () => hideOperation(page)}
        >
          {t(open ? 'operations.details' : 'operations.result')}
        </Anchor>
        <Buttons operation={operation} title={title} />
      </Group>
    </div>
  );
}

/** How much is done, in percent. Nothing to do is all done. */
function share({ state, input_count: total }: Operation, done: number): number {
  if (total > 0) return (done / total) * 100;
  return state === 'finished' ? 100 : 0;
}

function Buttons({ operation, title }: { operation: Operation; title: string }) {
  const { t } = useTranslation();
  const { busy, cancel, resume, undo } = useChanges(operation);
  const button = (name: 'cancel' | 'undo' | 'resume' | 'retry', onClick: () => Promise<void>) => (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      aria-label={t(`operations.named.${name}`, { title })}
      onClick={() => void onClick()}
    >
      {t(`operations.do.${name}`)}
    </Button>
  );
  if (isOpen(operation)) return operation.can_cancel ? button('cancel', cancel) : null;
  // The page of an import says what would be undone, and also undoes the publication of its credentials.
  const undoes = operation.can_undo && operation.kind !== 'import';
  return (
    <Group gap="xs">
      {undoes && button('undo', undo)}
      {operation.stop?.can_resume && button(operation.state === 'failed' ? 'retry' : 'resume', resume)}
    </Group>
  );
}
