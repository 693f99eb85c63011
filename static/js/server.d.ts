// What the server answers to scripts, and what scripts tell each other. Each shape of the
// server names the Go type that it mirrors; TestScriptsKnowTheServersShapes
// (internal/archtest) compares their fields.

/** internal/web/visit: Done */
export interface Done {
  to: string;
  said?: string;
}

/** internal/web/dispute: savedIncident */
export interface SavedIncident {
  revision: number;
}

/** internal/web/visit: Refusal */
export interface Refusal {
  problem: string;
  fields?: Record<string, string>;
}

/** internal/web/dispute: cardWriter */
export interface CardWriter {
  mine: boolean;
  writer: string;
}

/** internal/web/rounds: draftProgress */
export interface DraftProgress {
  says: string;
}

/** internal/web/public: keptName */
export interface KeptName {
  slug: string;
  team: string;
  code?: string;
  section: string;
  school?: string;
  players: string[];
  table?: number;
}

/** What a page tells the service worker (sw.js). */
export interface Told {
  neighbours?: string[];
  after?: number; // milliseconds: copies of that time and later are new enough
  keep?: { page: string; files: string[] };
  forget?: boolean;
}

/** What came of something that was read again: the version that is shown, and the page. */
export interface Fresh {
  version: number;
  text: string;
}

declare global {
  interface DocumentEventMap {
    "tandem:fresh": CustomEvent<Fresh>;
  }
  interface HTMLElementEventMap {
    "tandem:act": CustomEvent<string>;
  }
}
