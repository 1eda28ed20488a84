import { Button, SegmentedControl } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';
import { DesignPicture, documentOf } from '../../editor';
import { ActionMenu } from '../../ui/ActionMenu';
import { PageHeader } from '../../ui/PageHeader';
import { AskApprovalButton } from './AskApprovalButton';
import type { Design } from './api';
import { DesignCopyDialog } from './DesignCopyDialog';
import { DesignFacts } from './DesignFacts';
import { DesignPreviewButton } from './DesignPreviewButton';
import { DesignRenameDialog } from './DesignRenameDialog';
import { DesignUsage } from './DesignUsage';
import styles from './DesignView.module.css';
import { useSampleValues } from './sampleValues';
import { type Asked, useDesignActions } from './useDesignActions';

/** Large preview of a design with its properties and the groups that use it. */
export function DesignView({ design }: { design: Design }) {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_designs');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [shows, setShows] = useState('sample');
  const document = useMemo(() => documentOf(design), [design]);
  const actions = useDesignActions(design, setAsked).filter(({ key }) => key !== 'open' && key !== 'edit');
  const sample = useSampleValues();

  return (
    <>
      <PageHeader
        title={design.name}
        back={{ to: '/designs', label: t('designs.title') }}
        action={
          <>
            <DesignPreviewButton design={design} values={sample} />
            {mayManage && design.id !== null && <AskApprovalButton designId={design.id} />}
            {mayManage && (
              <Button
                component={Link}
                to={`/designs/${design.id}/edit`}
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                {t('designs.editor.open')}
              </Button>
            )}
            {mayManage && (
              <ActionMenu label={t('designs.actionsFor', { name: design.name })} actions={actions} />
            )}
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.picture}>
          <SegmentedControl
            size="xs"
            aria-label={t('designs.shows.label')}
            value={shows}
            onChange={setShows}
            data={[
              { value: 'sample', label: t('designs.shows.sample') },
              { value: 'tags', label: t('designs.shows.tags') },
            ]}
          />
          <div className={styles.stage} data-badge={design.kind === 'badge' || undefined}>
            <div className={styles.page} data-orientation={design.orientation}>
              <DesignPicture
                design={document}
                values={shows === 'sample' ? sample : undefined}
                lang={document.language ?? design.language}
                label={t('designs.pictureOf', { name: design.name })}
              />
            </div>
          </div>
        </div>
        <div className={styles.side}>
          <DesignFacts design={design} />
          {design.id !== null && <DesignUsage id={design.id} />}
        </div>
      </div>
      {asked === 'rename' && <DesignRenameDialog design={design} onClose={() => setAsked(null)} />}
      {asked === 'copy' && <DesignCopyDialog design={design} onClose={() => setAsked(null)} />}
    </>
  );
}
