import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DESIGNS } from '../../api/queries/keys';
import { toast } from '../../ui/toast/toast';
import { type DesignSummary, renameDesign } from './api';
import { DesignNameDialog } from './DesignNameDialog';

/** Dialog to rename a design. */
export function DesignRenameDialog({ design, onClose }: { design: DesignSummary; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const save = async (name: string) => {
    if (design.id === null) return;
    await renameDesign(design.id, name);
    await queries.invalidateQueries({ queryKey: DESIGNS });
    toast.success(t('designs.rename.done'));
    onClose();
  };
  return (
    <DesignNameDialog
      title={t('designs.rename.title')}
      confirm={t('designs.rename.confirm')}
      initial={design.name}
      save={save}
      onClose={onClose}
    />
  );
}
