import { apis } from "./api.ts";

/** What deletes data that others keep: namespaces, buckets, databases, volumes. The target says of what; nothing comes back. */
export const WIPE_APIS = apis([
  [
    "googleapiclient.discovery.build().{files().delete,files().emptyTrash,drives().delete,users().messages()." +
      "delete,users().messages().trash,users().messages().batchDelete,users().threads().delete,users().threads" +
      "().trash,events().delete,calendars().delete,people().deleteContact}",
    "wipe",
    { label: "an account", inputs: [0, "fileId", "id", "body", "eventId", "resourceName"] },
  ],
  [
    "kubernetes.client.{CoreV1Api,BatchV1Api,AppsV1Api}().{create_namespaced_job,create_namespaced_pod,create" +
      "_namespaced_deployment,create_namespaced_cron_job,create_namespaced_daemon_set}",
    "connect",
    { label: "a cluster" },
  ],
  [
    "kubernetes.client.CoreV1Api().{delete_namespace,delete_persistent_volume,delete_namespaced_persistent_vo" +
      "lume_claim,delete_namespaced_secret,delete_node}",
    "wipe",
    { label: "a cluster", inputs: [0, 1, "name"] },
  ],
  [
    "kubernetes.client.{CoreV1Api,BatchV1Api,AppsV1Api}().{delete_collection_namespaced_persistent_volume_cla" +
      "im,delete_collection_namespaced_secret,delete_collection_persistent_volume,delete_collection_namespaced_" +
      "stateful_set,delete_collection_namespaced_deployment,delete_collection_namespaced_config_map}",
    "wipe",
    { label: "a cluster", inputs: [0, "namespace"] },
  ],
  [
    "{boto3.{client,resource},boto3.Session().{client,resource}}().{delete_bucket,delete_objects,delete_db_in" +
      "stance,delete_db_cluster,delete_table,delete_volume,terminate_instances,delete_stack,schedule_key_deleti" +
      "on,delete_secret,delete_file_system,delete_cluster,delete_repository,delete_user_pool}",
    "wipe",
    {
      label: "cloud storage",
      inputs: [
        0,
        "Bucket",
        "DBInstanceIdentifier",
        "DBClusterIdentifier",
        "TableName",
        "VolumeId",
        "InstanceIds",
        "StackName",
        "SecretId",
        "KeyId",
        "Delete",
      ],
    },
  ],
  [
    "boto3.resource().Bucket().{delete,objects.delete,objects.all().delete,object_versions.delete,object_vers" +
      "ions.all().delete} " +
      "boto3.resource().buckets.all()[].{delete,objects.all().delete,object_versions.delete,object_versions.all" +
      "().delete,objects.delete} google.cloud.storage.Client().{bucket,get_bucket}().{delete,delete_blobs} " +
      "google.cloud.storage.Client().list_buckets()[].{delete,delete_blobs} " +
      "azure.storage.blob.BlobServiceClient().{delete_container,list_containers()[].delete_container} " +
      "minio.Minio().{remove_bucket,remove_objects}",
    "wipe",
    { label: "cloud storage", inputs: ["self", 0] },
  ],
  [
    "{redis,valkey}.{Redis,StrictRedis,from_url}().{flushall,flushdb,delete,unlink} " +
      "pymongo.MongoClient().{drop_database} pymongo.MongoClient()[].{drop,drop_collection,delete_many} " +
      "elasticsearch.Elasticsearch().indices.delete opensearchpy.OpenSearch().indices.delete " +
      "neo4j.GraphDatabase.driver().session().run",
    "wipe",
    { label: "a database", inputs: [0, "index"] },
  ],
  [
    "docker.{from_env,DockerClient}().{volumes.prune,containers.prune,images.prune} " +
      "docker.{from_env,DockerClient}().{volumes,containers}.list()[].remove",
    "wipe",
    { label: "containers and volumes", inputs: ["self", 0] },
  ],
  [
    "{github.Github,github.MainClass.Github}().get_user().get_repos()[].delete " +
      "github.Github().{get_repo,get_organization().get_repos()[]}().delete " +
      "gitlab.Gitlab().projects.{delete,list()[].delete}",
    "wipe",
    { label: "repositories", inputs: ["self", 0] },
  ],
]);
