-- name: DesignVersionInsert :one
-- DesignVersionInsert keeps a saved document; the design is held by DesignLock or new.
insert into design_versions (department_id, design_id, number, uuid, document, document_hash, created_by, created_at)
values (@department_id, @design_id, @number, @uuid, @document, @document_hash, @created_by, @now)
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
