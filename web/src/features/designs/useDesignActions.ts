import {
  IconBrush,
  IconCopy,
  IconCopyPlus,
  IconFileDescription,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { DESIGNS } from '../../api/queries/keys';
import type { Action } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { copyDesign, type DesignSummary, deleteDesign } from './api';
import { useOtherDepartments } from './useOtherDepartments';

/** What is asked for in a dialog of the caller. */
export type Asked = 'rename' | 'copy';

/** Actions for one design on its card or page. */
export function useDesignActions(design: DesignSummary, onAsk: (what: Asked) => void): readonly Action[] {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const elsewhere = useOtherDepartments();
  const id = design.id;
  if (id === null) return [];

  const refresh = () => queries.invalidateQueries({ queryKey: DESIGNS });
  const copy = async () => {
    try {
      const made = await copyDesign(id);
      await refresh();
      toast.success(t('designs.copied', { name: made.name }));
    } catch (error) {
      tell(t('designs.copyFailed'), error, t('problem.generic'));
    }
  };
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('designs.delete.title', { name: design.name }),
      body: t('designs.delete.body'),
      confirmLabel: t('designs.delete.confirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteDesign(id);
      toast.success(t('designs.delete.done', { name: design.name }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) {
        tell(t('designs.delete.inUseTitle'), error, t('designs.delete.inUse'));
        return;
      }
      toast.notice(t('designs.delete.gone'));
    }
    await navigate('/designs');
    await refresh();
  };

  const copyTo: Action = {
    key: 'copyTo',
    label: t('designs.copyTo.action'),
    icon: IconCopyPlus,
    run: () => onAsk('copy'),
  };

  return [
    { key: 'open', label: t('designs.open'), icon: IconFileDescription, to: `/designs/${id}` },
    { key: 'edit', label: t('designs.editor.open'), icon: IconBrush, to: `/designs/${id}/edit` },
    { key: 'copy', label: t('designs.copy'), icon: IconCopy, run: () => void copy() },
    ...(elsewhere.length > 0 ? [copyTo] : []),
    { key: 'rename', label: t('designs.rename.action'), icon: IconPencil, run: () => onAsk('rename') },
    {
      key: 'delete',
      label: t('designs.delete.action'),
      icon: IconTrash,
      run: () => void remove(),
      danger: true,
    },
  ];
}

function tell(title: string, error: unknown, otherwise: string): void {
  const lines = error instanceof ApiError ? error.lines : [];
  void dialog.warning({ title, body: lines.length > 0 ? lines.join('\n') : otherwise });
}
