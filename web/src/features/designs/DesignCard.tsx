import { Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { ActionMenu } from '../../ui/ActionMenu';
import { Picture } from '../../ui/Picture';
import type { DesignSummary } from './api';
import styles from './cards.module.css';
import { DesignCopyDialog } from './DesignCopyDialog';
import { DesignRenameDialog } from './DesignRenameDialog';
import { type Asked, useDesignActions } from './useDesignActions';
import { useDesignWords } from './words';

/** One design: its preview, name, format and usage. */
export function DesignCard({ design, mayManage }: { design: DesignSummary; mayManage: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useDesignWords();
  const [asked, setAsked] = useState<Asked | null>(null);
  const actions = useDesignActions(design, setAsked);
  const used = design.credentials_count;
  return (
    <li className={styles.card}>
      <div className={styles.stage} data-badge={design.kind === 'badge' || undefined}>
        <Picture src={design.rasterized_content_url} alt="" />
      </div>
      <Group className={styles.words} justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Link to={`/designs/${design.id}`} className={styles.name}>
            {design.name}
          </Link>
          <div className={styles.facts}>{words.summary(design)}</div>
          <div className={styles.facts}>
            <bdi>{words.language(design.language)}</bdi>
            {used > 0 && ` · ${t('designs.usedBy', { count: used, number: format.number(used) })}`}
          </div>
        </div>
        {mayManage && (
          <div className={styles.menu}>
            <ActionMenu label={t('designs.actionsFor', { name: design.name })} actions={actions} />
          </div>
        )}
      </Group>
      {asked === 'rename' && <DesignRenameDialog design={design} onClose={() => setAsked(null)} />}
      {asked === 'copy' && <DesignCopyDialog design={design} onClose={() => setAsked(null)} />}
    </li>
  );
}
