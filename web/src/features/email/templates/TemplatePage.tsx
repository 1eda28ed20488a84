import { ActionIcon, Alert, Button, Group, Skeleton, Tabs, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconRotate,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { wordsOf } from '../../../api/errors';
import { EMAIL_SETTINGS, invalidate } from '../../../api/queries/keys';
import { usePermission } from '../../../api/session';
import { isolate } from '../../../lib/bidi';
import { AccessDenied } from '../../../ui/AccessDenied';
import { ActionMenu } from '../../../ui/ActionMenu';
import { dialog } from '../../../ui/dialog/dialog';
import { ErrorPage } from '../../../ui/ErrorPage';
import { useDirtyGuard } from '../../../ui/form/useDirtyGuard';
import { PageHeader } from '../../../ui/PageHeader';
import { toast } from '../../../ui/toast/toast';
import {
  saveTemplate,
  sendPreview,
  type TemplateType,
  templateQuery,
  templatesQuery,
  type Variant,
  type WholeTemplate,
} from './api';
import { Content } from './Content';
import { inputOf, inVariant, useDraft } from './draft';
import { LanguageBar } from './LanguageBar';
import { Preview } from './Preview';
import { Settings } from './Settings';
import { State } from './State';
import { StylePanel } from './StylePanel';
import styles from './Templates.module.css';
import { useTemplateActions } from './useTemplateActions';
import { typeName } from './words';

/** The editor of an email template. */
export function Component() {
  const id = Number(useParams().id);
  const mayManage = usePermission('manage_emails');
  const template = useQuery({ ...templateQuery(id), enabled: mayManage });
  const all = useQuery({ ...templatesQuery(), enabled: mayManage });
  if (!mayManage) return <AccessDenied permission="manage_emails" />;
  const error = template.error ?? all.error;
  if (error && !(template.data && all.data))
    return <ErrorPage part onRetry={() => void template.refetch()} detail={error.message} />;
  const kind = all.data?.types.find(({ key }) => key === template.data?.type);
  if (!template.data || !kind) return <Skeleton height={480} />;
  return <Editor key={id} template={template.data} kind={kind} />;
}

const RTL = ['ar', 'he'];

function Editor({ template, kind }: { template: WholeTemplate; kind: TemplateType }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const actions = useTemplateActions();
  const { draft, dirty, change, undo, redo, saved } = useDraft(template);
  const [version, setVersion] = useState(template.version);
  const [language, setLanguage] = useState(template.language);
  const [credential, setCredential] = useState('');
  const [busy, setBusy] = useState(false);
  useDirtyGuard(dirty && !busy);
  const open = draft.variants[language] ? language : draft.language;
  const variant = draft.variants[open];
  const shown = variant && {
    language: open,
    variant,
    style: draft.style,
    ...(credential === '' ? {} : { credential_id: Number(credential) }),
  };
  const written = (next: WholeTemplate) => {
    saved(next);
    setVersion(next.version);
  };
  const save = async () => {
    setBusy(true);
    try {
      written(await saveTemplate(template.id, inputOf(draft, version)));
      toast.success(t('emailTemplates.saved'));
      await invalidate(queries, EMAIL_SETTINGS);
    } catch (error) {
      await dialog.warning({
        title: t('emailSettings.failed'),
        body: wordsOf(error, t('problem.generic')).join('\n'),
      });
    } finally {
      setBusy(false);
    }
  };
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    const step = event.shiftKey ? redo : undo;
    event.preventDefault();
    step?.();
  };
  const send = async () => {
    if (!shown) return;
    let to = '';
    try {
      to = await sendPreview(template.id, shown);
      toast.success(t('emailTemplates.send.done', { email: isolate(to) }));
    } catch (error) {
      await dialog.warning({
        title: t('emailSettings.failed'),
        body: wordsOf(error, t('problem.generic')).join('\n'),
      });
    }
  };
  return (
    <>
      <PageHeader
        title={draft.name || template.name}
        subtitle={
          <Group gap="sm">
            {typeName(t, template.type)}
            <State template={template} />
          </Group>
        }
        back={{ to: '/settings/email/templates', label: t('emailTemplates.title') }}
        action={
          <>
            <ActionIcon
              aria-label={t('emailTemplates.undo')}
              variant="default"
              size="lg"
              disabled={!undo}
              onClick={undo}
            >
              <IconArrowBackUp size={18} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('emailTemplates.redo')}
              variant="default"
              size="lg"
              disabled={!redo}
              onClick={redo}
            >
              <IconArrowForwardUp size={18} />
            </ActionIcon>
            <Button
              variant="default"
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => void send()}
            >
              {t('emailTemplates.send.action')}
            </Button>
            <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
              {t('emailTemplates.save')}
            </Button>
            <ActionMenu
              label={t('emailTemplates.menu', { name: isolate(template.name) })}
              actions={[
                {
                  key: 'copy',
                  label: t('emailTemplates.copy'),
                  icon: IconCopy,
                  run: () => void actions.copy(template),
                },
                {
                  key: 'reset',
                  label: t('emailTemplates.reset.action'),
                  icon: IconRotate,
                  danger: true,
                  run: () => void actions.reset(template, written),
                },
                ...(template.default || template.group_count > 0
                  ? []
                  : [
                      {
                        key: 'delete',
                        label: t('emailTemplates.delete.action'),
                        icon: IconTrash,
                        danger: true,
                        run: () => void actions.remove(template),
                      },
                    ]),
              ]}
            />
          </>
        }
      />
      {template.fault !== '' && (
        <Alert color="red" title={t('emailTemplates.fault')} mb="md">
          <bdi dir="ltr">{template.fault}</bdi>
          <Text>{t('emailTemplates.faultHelp')}</Text>
        </Alert>
      )}
      <div className={styles.page} onKeyDownCapture={keys}>
        <Tabs defaultValue="content" keepMounted={false}>
          <Tabs.List mb="md" aria-label={t('emailTemplates.tabs.label')}>
            <Tabs.Tab value="content">{t('emailTemplates.tabs.content')}</Tabs.Tab>
            <Tabs.Tab value="style">{t('emailTemplates.tabs.style')}</Tabs.Tab>
            <Tabs.Tab value="settings">{t('emailTemplates.tabs.settings')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="content">
            <LanguageBar
              draft={draft}
              open={open}
              defaults={template.defaults as Record<string, Variant>}
              change={change}
              onOpen={setLanguage}
            />
            {variant && (
              <Content
                key={open}
                variant={variant}
                kind={kind}
                direction={RTL.includes(open) ? 'rtl' : 'ltr'}
                onChange={(next, about) =>
                  change(
                    inVariant(open, () => next),
                    about && `${open}.${about}`,
                  )
                }
              />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="style">
            <StylePanel
              style={draft.style}
              onChange={(style, about) => change((now) => ({ ...now, style }), about && `style.${about}`)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <Settings template={template} draft={draft} change={change} />
          </Tabs.Panel>
        </Tabs>
        <div className={styles.preview}>
          {shown && (
            <Preview
              id={template.id}
              shown={shown}
              credential={credential}
              {...(kind.credential ? { onCredential: setCredential } : {})}
            />
          )}
        </div>
      </div>
    </>
  );
}
