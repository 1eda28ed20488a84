/** The import directions of ARCHITECTURE.md, section 7. Arrows point down only. */
const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
});

/** The end of a path that is not a test's. */
const CODE = '(?!.*\\.test\\.)';

/** The folders of each level of the editor, lowest first: a folder imports only those before it, so there are no rings. */
const EDITOR_CORE = 'primitives fonts layout blocks document geometry page paint check badge art';
const EDITOR_STATE = 'ports fonts uploads view editing context saving';
const EDITOR_VIEWS =
  'styles lazy focus assets picture words versions fontmenu commands rulers upload text fields preview palette blocks badge inspector panels canvas shell';

/** One rule per folder of a level. A folder that is missing from the list may import nothing of its level. */
function folderOrder(level, order) {
  const folders = order.split(' ');
  const root = `^src/editor/${level}/`;
  const rules = folders.map((folder, index) => {
    const allowed = folders.slice(0, index + 1).join('|');
    return forbid(`editor-${level}-${folder}`, `${root}${folder}/${CODE}`, `${root}(?!(?:${allowed})/)`);
  });
  const unlisted = forbid(`editor-${level}-lists-every-folder`, `${root}(?!(?:${folders.join('|')})/)`, '.');
  return [...rules, unlisted];
}

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'features-are-islands',
      severity: 'error',
      comment: 'a feature never imports another one; app composes them',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'editor-has-one-door',
      severity: 'error',
      from: { pathNot: '^src/(editor|print)/' },
      to: { path: '^src/editor/', pathNot: '^src/editor/index\\.ts$' },
    },
    {
      name: 'print-imports-editor-core',
      severity: 'error',
      comment: 'the printed page takes files of core, since index.ts also exports components',
      from: { path: '^src/print/' },
      to: { path: '^src/editor/', pathNot: '^src/editor/core/' },
    },
    // The levels of the editor: core, state, views. A level imports lower levels only.
    forbid('editor-core-imports-no-level', `^src/editor/core/${CODE}`, '^src/editor/(?!core/)'),
    {
      name: 'editor-core-is-free-of-react',
      severity: 'error',
      from: { path: '^src/editor/core/' },
      to: {
        path: 'node_modules/(?:react|react-dom|react-i18next|zustand|konva|react-konva|@mantine/[^/]+|@tabler/[^/]+)/',
      },
    },
    forbid('editor-state-imports-core-only', `^src/editor/state/${CODE}`, '^src/editor/(?!core/|state/)'),
    forbid(
      'editor-views-import-no-tests',
      `^src/editor/views/${CODE}`,
      '^src/editor/(?!core/|state/|views/)',
    ),
    {
      name: 'editor-files-have-a-level',
      severity: 'error',
      comment: 'only index.ts lies in the folder of the editor itself, and no file in that of a level',
      from: { path: '^src/editor/(?:[^/]+|(?:core|state|views)/[^/]+)$', pathNot: '^src/editor/index\\.ts$' },
      to: {},
    },
    ...folderOrder('core', EDITOR_CORE),
    ...folderOrder('state', EDITOR_STATE),
    ...folderOrder('views', EDITOR_VIEWS),
    {
      name: 'the-printed-page-has-no-interface',
      severity: 'error',
      comment:
        'the printed page lays out and paints; it takes what it needs from the editor by file, not by the door',
      from: { path: '^src/print/main\\.ts$' },
      to: { path: 'node_modules/(?:react|react-dom|@mantine/[^/]+)/', reachable: true },
    },
    forbid('features-do-not-import-up', '^src/features/', '^src/(app|embed|print)/'),
    forbid('ui-does-not-import-up', '^src/ui/', '^src/(app|embed|print|features|editor)/'),
    forbid('editor-is-self-contained', '^src/editor/', '^src/(app|embed|print|features|api)/'),
    forbid('api-does-not-import-up', '^src/api/', '^src/(app|embed|print|features|editor|ui|i18n)/'),
    forbid('i18n-does-not-import-up', '^src/i18n/', '^src/(app|embed|print|features|editor|ui|api)/'),
    {
      name: 'embed-holds-no-dashboard',
      severity: 'error',
      comment:
        'the design maker in frames is small: of the features it may load the attributes, and only when asked for',
      from: { path: '^src/embed/' },
      to: { path: '^src/(app|print|features/(?!attributes/))' },
    },
    {
      name: 'embed-reaches-no-dashboard',
      severity: 'error',
      from: { path: '^src/embed/main\\.tsx$' },
      to: { path: '^src/(app|features/(?!attributes/))', reachable: true },
    },
    {
      name: 'embed-loads-features-late',
      severity: 'error',
      from: { path: '^src/embed/', pathNot: '^src/embed/ManageAttributes\\.tsx$' },
      to: { path: '^src/(features/|embed/ManageAttributes)', dynamic: false },
    },
    forbid('kit-is-self-contained', '^src/kit/(?!.*.test)', '^src/(?!kit/)'),
    forbid('client-is-self-contained', '^src/client/', '^src/(?!client/)'),
    forbid('verifier-is-self-contained', '^src/verifier/', '^src/(?!verifier/)'),
    forbid('sample-is-a-host', '^src/sample/', '^src/(?!sample/|kit/)'),
    forbid('lib-imports-nothing', '^src/lib/', '^src/(?!lib/)'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
