-- Advisories about packages (OSV), and which packages a version brings along.
CREATE TABLE advisories (
  id text COLLATE "C" PRIMARY KEY,
  modified timestamptz NOT NULL,
  published timestamptz,
  withdrawn timestamptz,
  aliases text[] NOT NULL,
  summary text NOT NULL,
  severity text,
  raw jsonb NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now()
);

-- One row for each package of an advisory: `affected` holds what matching a version needs, so that `raw` is read for hits only.
CREATE TABLE advisory_packages (
  ecosystem text NOT NULL CHECK (ecosystem IN ('PyPI', 'npm')),
  name text COLLATE "C" NOT NULL,
  advisory_id text COLLATE "C" NOT NULL REFERENCES advisories (id),
  affected jsonb NOT NULL,
  PRIMARY KEY (ecosystem, name, advisory_id)
);
CREATE INDEX advisory_packages_advisory ON advisory_packages (advisory_id);

CREATE CONSTRAINT TRIGGER advisories_audited AFTER INSERT OR UPDATE OR DELETE ON advisories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER advisory_packages_audited AFTER INSERT OR UPDATE OR DELETE ON advisory_packages
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- What an installation of a version brings, as its last inspection resolved it. `version` is empty for a package that is only named.
CREATE TABLE version_dependencies (
  version_id bigint NOT NULL REFERENCES versions (id),
  ecosystem text NOT NULL CHECK (ecosystem IN ('PyPI', 'npm')),
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  source text NOT NULL,
  PRIMARY KEY (version_id, ecosystem, name, version)
);
CREATE INDEX version_dependencies_package ON version_dependencies (ecosystem, name);
