using System.Globalization;
using System.Text;
using System.Text.Json;
using Advisor.State.Rows;

namespace Advisor.Storage.Tables;

/// <summary>
/// Entity group transaction on the wire: multipart of HTTP requests, all of one partition, all or none. The response has one part per
/// write, or one part for the write that failed.
/// </summary>
internal static class TableBatch
{
    private const string LineBreak = "\r\n";

    public static string CreateContentType(string commit) => $"multipart/mixed; boundary=batch_{commit}";

    /// <summary>Writes the body of the request.</summary>
    /// <param name="table">Absolute URL of the table.</param>
    public static byte[] Write(Uri table, string partition, IReadOnlyList<RowWrite> writes, string commit)
    {
        var text = new StringBuilder();
        AppendLine(text, $"--batch_{commit}", $"Content-Type: multipart/mixed; boundary=changeset_{commit}", "");
        foreach (var write in writes)
        {
            AppendLine(text, $"--changeset_{commit}", "Content-Type: application/http", "Content-Transfer-Encoding: binary", "");
            AppendLine(text, CreateRequestLines(table, partition, write));
            if (write.Kind == WriteKind.Delete)
            {
                AppendLine(text, "", "");
                continue;
            }

            var body = TableEntity.Write(partition, write, commit);
            AppendLine(text, "Content-Type: application/json", $"Content-Length: {body.Length}", "");
            text.Append(Encoding.UTF8.GetString(body));
            AppendLine(text, "");
        }

        AppendLine(text, $"--changeset_{commit}--", $"--batch_{commit}--");
        return Encoding.UTF8.GetBytes(text.ToString());
    }

    /// <summary>Returns the result in a response; null if the response is not understood.</summary>
    public static CommitResult? Read(string answer, IReadOnlyList<RowWrite> writes)
    {
        var parts = answer.Split("HTTP/1.1 ").Skip(1).ToList();
        var statuses = parts.ConvertAll(part =>
            int.TryParse(part.AsSpan(0, Math.Min(3, part.Length)), CultureInfo.InvariantCulture, out var status) ? status : 0
        );
        if (statuses.FindIndex(status => status is < 200 or > 299) is >= 0 and var failed)
        {
            return ReadFailure(statuses[failed], parts[failed], writes);
        }

        if (parts.Count != writes.Count)
        {
            return null;
        }

        string?[] etags = [.. parts.Zip(writes, (part, write) => write.Kind == WriteKind.Delete ? null : FindHeader(part, "ETag"))];
        return etags.Zip(writes).Any(pair => pair.First is null && pair.Second.Kind != WriteKind.Delete) ? null : CommitResult.Done(etags);
    }

    /// <summary>Returns the error of the service in a part or a whole response; null if there is none.</summary>
    public static (string Code, string Text)? ReadError(string text)
    {
        var start = text.IndexOf('{', StringComparison.Ordinal);
        var end = text.LastIndexOf('}');
        if (start < 0 || end < start)
        {
            return null;
        }

        try
        {
            using var json = JsonDocument.Parse(text.AsMemory(start, end - start + 1));
            var error = json.RootElement.GetProperty("odata.error");
            return (error.GetProperty("code").GetString() ?? "", error.GetProperty("message").GetProperty("value").GetString() ?? "");
        }
        catch (Exception error) when (error is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return null;
        }
    }

    private static CommitResult? ReadFailure(int status, string part, IReadOnlyList<RowWrite> writes)
    {
        var error = ReadError(part);
        var index = ReadIndex(error?.Text, writes.Count);
        return (status, error?.Code) switch
        {
            (409, "EntityAlreadyExists") => CommitResult.Failed(CommitFailure.Exists, index),
            (412, _) => CommitResult.Failed(CommitFailure.Changed, index),
            (404, not "TableNotFound") => CommitResult.Failed(CommitFailure.Missing, index),
            _ => null,
        };
    }

    // The message begins with the index of the write and a colon.
    private static int ReadIndex(string? message, int writes)
    {
        if (writes == 1)
        {
            return 0;
        }

        var colon = message?.IndexOf(':', StringComparison.Ordinal) ?? -1;
        return
            colon > 0
            && int.TryParse(message.AsSpan(0, colon), NumberStyles.None, CultureInfo.InvariantCulture, out var index)
            && index < writes
            ? index
            : -1;
    }

    private static string[] CreateRequestLines(Uri table, string partition, RowWrite write)
    {
        const string accept = "Accept: application/json;odata=minimalmetadata";
        const string version = "DataServiceVersion: 3.0;NetFx";
        var entity = $"{table}(PartitionKey='{partition}',RowKey='{write.Key}')";
        return write.Kind switch
        {
            WriteKind.Insert => [$"POST {table} HTTP/1.1", accept, version, "Prefer: return-no-content"],
            WriteKind.Put => [$"PUT {entity} HTTP/1.1", accept, version],
            WriteKind.Replace => [$"PUT {entity} HTTP/1.1", accept, version, $"If-Match: {write.ETag}"],
            _ => [$"DELETE {entity} HTTP/1.1", accept, version, $"If-Match: {write.ETag ?? "*"}"],
        };
    }

    private static string? FindHeader(string part, string name)
    {
        foreach (var line in part.Split('\n'))
        {
            var trimmed = line.Trim();
            if (trimmed.StartsWith(name + ":", StringComparison.OrdinalIgnoreCase))
            {
                return trimmed[(name.Length + 1)..].Trim();
            }
        }

        return null;
    }

    private static void AppendLine(StringBuilder text, params ReadOnlySpan<string> lines)
    {
        foreach (var line in lines)
        {
            text.Append(line).Append(LineBreak);
        }
    }
}
