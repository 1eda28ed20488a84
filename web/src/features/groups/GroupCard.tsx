import { Badge, Button, Group as Row } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Picture } from '../../ui/Picture';
import type { Group } from './api';
import styles from './GroupCard.module.css';
import { GroupMenu } from './GroupMenu';
import { GroupState } from './GroupState';

/** One group: the preview of its credentials, its name and the number of credentials. */
export function GroupCard({ group, mayManage }: { group: Group; mayManage: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { published_count: published, draft_count: drafts } = group;
  const usable = group.state === 'active' && group.primary_design_id !== null;
  return (
    <li className={styles.card}>
      <div className={styles.stage}>
        <Picture src={group.image_url} alt="" />
      </div>
      <div className={styles.words}>
        <Row justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <div style={{ minWidth: 0 }}>
            <Link to={`/groups/${group.id}`} className={styles.name}>
              {group.name}
            </Link>
            <div className={styles.course}>
              <bdi>{group.course_name}</bdi>
            </div>
          </div>
          {mayManage && (
            <div className={styles.above}>
              <GroupMenu group={group} />
            </div>
          )}
        </Row>
        <div className={styles.counts}>
          {t('groups.card.published', { count: published, number: format.number(published) })}
          {drafts > 0 && ` · ${t('groups.card.drafts', { count: drafts, number: format.number(drafts) })}`}
        </div>
        {group.tags.length > 0 && (
          <Row gap={4} mt={6}>
            {group.tags.map((tag) => (
              <Badge key={tag} variant="default" tt="none" fw={400}>
                {tag}
              </Badge>
            ))}
          </Row>
        )}
        <Row justify="space-between" mt="auto" pt={10} gap="xs">
          <GroupState group={group} />
          {mayManage && usable && (
            <Button
              className={styles.above}
              component={Link}
              to={`/groups/${group.id}/credentials/new`}
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              aria-label={t('groups.card.addTo', { name: group.name })}
            >
              {t('groups.card.add')}
            </Button>
          )}
        </Row>
      </div>
    </li>
  );
}
