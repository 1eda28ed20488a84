import { Anchor, Group as Row, Text, VisuallyHidden } from '@mantine/core';
import { IconLock, IconUserEdit } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { withMode } from '../../api/testMode';
import { useFormat } from '../../i18n/useFormat';
import { CopyButton } from '../../ui/CopyButton';
import { Id } from '../../ui/Id';
import { Picture } from '../../ui/Picture';
import { StateDot } from '../../ui/StateDot';
import type { Column } from '../../ui/table/DataTable';
import type { Credential } from './api';
import styles from './credentials.module.css';
import { useCredentialWords } from './words';

interface ColumnOptions {
  /** False on the page of a group, where the column would be redundant. */
  showGroup: boolean;
  /** Image for credentials that have none of their own yet. */
  fallbackPicture?: string | null;
  renderMenu: (credential: Credential) => React.ReactNode;
}

/** Returns the columns of a list of credentials. */
export function useCredentialColumns({
  showGroup,
  fallbackPicture,
  renderMenu,
}: ColumnOptions): Column<Credential>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useCredentialWords();
  const group: Column<Credential> = {
    key: 'group',
    header: t('credentials.column.group'),
    sort: 'group',
    wideOnly: true,
    optional: 'on',
    render: ({ group_id, group_name }) => (
      <Anchor component={Link} to={`/groups/${group_id}`} title={group_name} className={styles.group} inherit>
        {group_name}
      </Anchor>
    ),
  };
  return [
    {
      key: 'recipient',
      header: t('credentials.column.recipient'),
      sort: 'recipient_name',
      render: (credential) => (
        <Row gap="sm" wrap="nowrap">
          <Picture
            src={pictureOf(credential) ?? fallbackPicture}
            placeholder={sampleOf(credential)}
            alt=""
            width={40}
            className={styles.thumb}
          />
          <div className={styles.who}>
            <span className={styles.name}>
              <Anchor
                component={Link}
                to={withMode(`/credentials/${credential.uuid}`, credential.test)}
                c="var(--lr-ink)"
                fw={500}
                inherit
              >
                <bdi>{credential.recipient.name}</bdi>
              </Anchor>
              {credential.private && (
                <IconLock
                  size={14}
                  role="img"
                  aria-label={t('credentials.private')}
                  className={styles.lock}
                />
              )}
              {credential.name_change_open && (
                <IconUserEdit
                  size={14}
                  role="img"
                  aria-label={t('credentials.filter.nameChangeOpen')}
                  className={styles.lock}
                />
              )}
            </span>
            <Text c="dimmed" fz="xs" hiddenFrom="sm">
              {credential.recipient.email}
            </Text>
          </div>
        </Row>
      ),
    },
    {
      key: 'email',
      header: t('credentials.column.email'),
      wideOnly: true,
      optional: 'on',
      render: ({ recipient }) => recipient.email,
    },
    ...(showGroup ? [group] : []),
    {
      key: 'state',
      header: t('credentials.column.state'),
      sort: 'state',
      width: 124,
      render: ({ state }) => {
        const { tone, word } = words.state(state);
        return <StateDot tone={tone}>{word}</StateDot>;
      },
    },
    {
      key: 'issued',
      header: t('credentials.column.issued'),
      sort: 'issued_on',
      width: 132,
      wideOnly: true,
      optional: 'on',
      render: ({ issued_on }) => <span className={styles.oneLine}>{format.date(issued_on)}</span>,
    },
    {
      key: 'expires',
      header: t('credentials.column.expires'),
      sort: 'expired_on',
      width: 132,
      wideOnly: true,
      optional: 'on',
      render: ({ expired_on }) =>
        expired_on ? (
          <span className={styles.oneLine}>{format.date(expired_on)}</span>
        ) : (
          <span className={styles.none}>{t('credentials.never')}</span>
        ),
    },
    {
      key: 'mail',
      header: t('credentials.column.mail'),
      width: 116,
      wideOnly: true,
      optional: 'on',
      render: ({ email_status }) => {
        const { tone, word } = words.emailStatus(email_status);
        return <StateDot tone={tone}>{word}</StateDot>;
      },
    },
    {
      key: 'engagement',
      header: t('credentials.column.engagement'),
      sort: 'engagement',
      width: 132,
      wideOnly: true,
      optional: 'off',
      render: ({ engagement }) => {
        if (!engagement) return null;
        const { tone, word } = words.engagement(engagement);
        return <StateDot tone={tone}>{word}</StateDot>;
      },
    },
    {
      key: 'grade',
      header: t('credentials.column.grade'),
      align: 'end',
      width: 84,
      wideOnly: true,
      optional: 'off',
      render: ({ grade }) => grade !== null && format.grade(grade),
    },
    {
      key: 'id',
      header: t('credentials.column.id'),
      sort: 'id',
      width: 140,
      wideOnly: true,
      optional: 'off',
      render: ({ encoded_id }) => (
        <Row gap={4} wrap="nowrap">
          <span dir="ltr">{encoded_id}</span>
          <CopyButton value={encoded_id} label={t('credentials.copyId', { id: encoded_id })} />
        </Row>
      ),
    },
    {
      key: 'license',
      header: t('credentials.column.license'),
      wideOnly: true,
      optional: 'off',
      render: ({ license_id }) => license_id && <Id>{license_id}</Id>,
    },
    {
      key: 'created',
      header: t('credentials.column.created'),
      sort: 'created_at',
      width: 132,
      wideOnly: true,
      optional: 'off',
      render: ({ created_at }) => <span className={styles.oneLine}>{format.date(created_at)}</span>,
    },
    {
      key: 'updated',
      header: t('credentials.column.updated'),
      sort: 'updated_at',
      width: 132,
      wideOnly: true,
      optional: 'off',
      render: ({ updated_at }) => <span className={styles.oneLine}>{format.date(updated_at)}</span>,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('credentials.column.actions')}</VisuallyHidden>,
      align: 'end',
      width: 56,
      render: renderMenu,
    },
  ];
}

/** Returns the thumbnail of a credential: its certificate, or else its badge. */
export function pictureOf(credential: Credential): string | null {
  return credential.certificate.image.preview ?? credential.badge.image.preview;
}

function sampleOf({ certificate, badge }: Credential): string | null {
  return certificate.image.sample ?? badge.image.sample;
}
