import { Alert, Button, List, Group as Row, Select, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { GROUPS, invalidate, OPERATIONS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Modal } from '../../ui/dialog/Modal';
import { toast } from '../../ui/toast/toast';
import { type Group, type GroupMove, groupMoveQuery, moveGroup } from './api';
import type { Place } from './GroupCloneDialog';

interface GroupMoveDialogProps {
  group: Group;
  /** The departments that the group can move to. */
  places: Place[];
  onClose: () => void;
}

/** Moves a group to another department, after a preview of what that does. */
export function GroupMoveDialog({ group, places, onClose }: GroupMoveDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { data: preview, error } = useQuery({
    ...groupMoveQuery(group.id, Number(id)),
    enabled: id !== null,
  });
  const move = async () => {
    setBusy(true);
    try {
      await moveGroup(group.id, Number(id));
      const place = places.find((one) => String(one.id) === id);
      const department = isolate(place?.name || t('departments.unnamed'));
      toast.success(t('groups.move.done', { name: isolate(group.name), department }));
      onClose();
      await invalidate(queries, GROUPS, OPERATIONS);
    } catch (reason) {
      setFailure(linesOf(reason) || t('problem.generic'));
      setBusy(false);
    }
  };
  const problems = preview?.problems.map(({ message }) => message) ?? [];
  const stopped = failure || (error && (linesOf(error) || t('problem.generic'))) || problems.join('\n');
  return (
    <Modal opened onClose={onClose} title={t('groups.move.title', { name: isolate(group.name) })}>
      <Stack gap="md">
        <Select
          label={t('groups.move.department')}
          data={places.map((one) => ({ value: String(one.id), label: one.name || t('departments.unnamed') }))}
          value={id}
          onChange={(next) => {
            setId(next);
            setFailure('');
          }}
          searchable={places.length > 10}
          allowDeselect={false}
          data-autofocus
        />
        {stopped && (
          <Alert
            role="alert"
            color="red"
            title={t('groups.move.problems')}
            style={{ whiteSpace: 'pre-line' }}
          >
            {stopped}
          </Alert>
        )}
        {preview && !stopped && <MovePreview move={preview} />}
        <Row justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button disabled={!preview || Boolean(stopped)} loading={busy} onClick={() => void move()}>
            {t('groups.move.submit')}
          </Button>
        </Row>
      </Stack>
    </Modal>
  );
}

function MovePreview({ move }: { move: GroupMove }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (count: number) => ({ count, number: format.number(count) });
  return (
    <List size="sm" spacing={4} aria-live="polite">
      <List.Item>{t('groups.move.credentials', counted(move.credentials_count))}</List.Item>
      <List.Item>{t('groups.move.designs', counted(move.designs_count))}</List.Item>
      {move.collections_count > 0 && (
        <List.Item>{t('groups.move.collections', counted(move.collections_count))}</List.Item>
      )}
      {move.email_templates_count > 0 && (
        <List.Item>{t('groups.move.templates', counted(move.email_templates_count))}</List.Item>
      )}
      <List.Item>
        <Text span size="sm">
          {t('groups.move.members')}
        </Text>
      </List.Item>
    </List>
  );
}

const linesOf = (error: unknown) => (error instanceof ApiError ? error.lines.join('\n') : '');
