import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage';

/** The progress of a task, as returned by its URL. */
export interface TaskProgress {
  state: 'running' | 'done' | 'failed';
  done: number;
  total: number;
}

/** A background task. It is kept in local storage so that the tray still shows it after a reload. */
export interface Task {
  /** The URL that returns the progress. */
  url: string;
  /** What the task does, such as "Publishing 120 credentials". */
  title: string;
  startedAt: number;
  /** The path of the result. */
  to?: string;
  progress?: TaskProgress;
}

interface TaskState {
  tasks: Task[];
  track: (task: Pick<Task, 'url' | 'title' | 'to'>) => void;
  report: (url: string, progress: TaskProgress) => void;
  dismiss: (url: string) => void;
}

const STORAGE_KEY = 'laurel.tasks';

export const useTasks = create<TaskState>()((set, get) => {
  const put = (tasks: Task[]) => {
    set({ tasks });
    writeStored(STORAGE_KEY, tasks.length > 0 ? JSON.stringify(tasks) : null);
  };
  return {
    tasks: stored(),
    track: (task) =>
      put([...get().tasks.filter((other) => other.url !== task.url), { ...task, startedAt: Date.now() }]),
    report: (url, progress) =>
      put(get().tasks.map((task) => (task.url === url ? { ...task, progress } : task))),
    dismiss: (url) => put(get().tasks.filter((task) => task.url !== url)),
  };
});

/** Shows a task in the tray until it is dismissed, even after a reload. */
export const trackTask = (task: Pick<Task, 'url' | 'title' | 'to'>) => useTasks.getState().track(task);

function stored(): Task[] {
  try {
    const value: unknown = JSON.parse(readStored(STORAGE_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((task): task is Task => typeof task?.url === 'string') : [];
  } catch {
    return [];
  }
}
