-- name: DesignVersionInsert :one
-- DesignVersionInsert keeps a saved document; the design is held by DesignLock or new.
insert into design_versions (department_id, design_id, number, uuid, name, document, document_hash, created_by, created_at)
values (@department_id, @design_id, @number, @uuid, @name, @document, @document_hash, @created_by, @now)
returning id;

-- name: DesignVersionCurrent :one
-- DesignVersionCurrent reads the version that is issued with next.
select v.* from designs d join design_versions v on v.id = d.current_version_id and v.department_id = d.department_id
where d.department_id = @department_id and d.id = @design_id;

-- name: DesignVersionByID :one
-- DesignVersionByID reads a version that something issued names; the transaction says of which departments.
select * from design_versions where id = @id;

-- name: DesignVersionByUUID :one
-- DesignVersionByUUID reads a version by the name of its picture.
select * from design_versions where uuid = @uuid;

-- name: DesignVersionList :many
-- DesignVersionList lists the versions of a design without their documents, newest first, with who saved them.
select v.id, v.number, v.uuid, v.name, v.created_by, v.created_at, coalesce(v.document ->> 'size', '')::text as size,
	coalesce(v.document ->> 'orientation', '')::text as orientation, coalesce(u.name, '')::text as author
from design_versions v left join users u on u.id = v.created_by
where v.department_id = @department_id and v.design_id = @design_id
order by v.number desc
limit @max_rows offset @skip;

-- name: DesignVersionCount :one
-- DesignVersionCount counts what DesignVersionList finds.
select count(*) from design_versions where department_id = @department_id and design_id = @design_id;

-- name: DesignVersionByNumber :one
-- DesignVersionByNumber reads one version of a design.
select v.id, v.number, v.uuid, v.name, v.document, v.created_by, v.created_at, coalesce(v.document ->> 'size', '')::text as size,
	coalesce(v.document ->> 'orientation', '')::text as orientation, coalesce(u.name, '')::text as author
from design_versions v left join users u on u.id = v.created_by
where v.department_id = @department_id and v.design_id = @design_id and v.number = @number;
