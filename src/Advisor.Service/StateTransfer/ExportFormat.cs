using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.StateTransfer;

/// <summary>First line of an exported state.</summary>
/// <param name="AdvisorState">Version of the format.</param>
/// <param name="Buckets">Buckets of the state, 1 to 999.</param>
internal sealed record ExportHead(int AdvisorState, int Buckets);

/// <summary>Last line: an export that ended early has none.</summary>
/// <param name="Rows">Number of rows before it.</param>
internal sealed record ExportEnd(int Rows);

/// <summary>A row, one a line.</summary>
/// <param name="At">Ticks of 100 ns, UTC.</param>
/// <param name="Payload">Base64.</param>
internal sealed record ExportRow(string Partition, string Key, int Version, long At, byte[] Payload)
{
    /// <summary>Whether it is the row that makes a store Advisor's.</summary>
    [JsonIgnore]
    public bool IsLayout => Partition == StateKeys.Fleet && Key == LayoutRow.Key;
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow
)]
[JsonSerializable(typeof(ExportHead))]
[JsonSerializable(typeof(ExportEnd))]
[JsonSerializable(typeof(ExportRow))]
internal sealed partial class ExportJson : JsonSerializerContext;

/// <summary>JSON Lines of a whole state: a head, the rows, and an end that counts them.</summary>
internal static class ExportFormat
{
    /// <summary>Version that is written, and the only one that is read.</summary>
    public const int Version = 1;

    public static string WriteHead(int buckets) =>
        JsonSerializer.Serialize(new ExportHead(Version, buckets), ExportJson.Default.ExportHead);

    public static string WriteEnd(int rows) => JsonSerializer.Serialize(new ExportEnd(rows), ExportJson.Default.ExportEnd);

    public static string WriteRow(Row row) =>
        JsonSerializer.Serialize(
            new ExportRow(row.Partition, row.Key, row.Version, row.At.UtcTicks, row.Payload.ToArray()),
            ExportJson.Default.ExportRow
        );

    /// <summary>Reads the rows of a file, in its order: partition by partition, each by ascending key, so that none comes twice.</summary>
    /// <exception cref="InvalidDataException">It is not an exported state, of another version, damaged, or ends too early.</exception>
    public static async IAsyncEnumerable<ExportRow> ReadAsync(TextReader reader, [EnumeratorCancellation] CancellationToken cancellation)
    {
        CheckHead(await reader.ReadLineAsync(cancellation));
        var (rows, number, hasLayout, last) = (0, 1, false, default(ExportRow));
        var partitions = new HashSet<string>(StringComparer.Ordinal);
        while (await reader.ReadLineAsync(cancellation) is { } line)
        {
            number++;
            if (ExportJson.Default.ExportEnd.TryRead(line) is { } end)
            {
                Require(end.Rows == rows, $"Line {number} states {end.Rows} rows, and {rows} are before it.");
                Require(hasLayout, "The file has no layout row.");
                yield break;
            }

            var row = ExportJson.Default.ExportRow.TryRead(line);
            Require(row is not null && IsValid(row), $"Line {number} is no row of a state.");
            Require(
                row!.Partition == last?.Partition ? string.CompareOrdinal(row.Key, last.Key) > 0 : partitions.Add(row.Partition),
                $"The row of line {number} comes twice, or out of order."
            );
            last = row;
            hasLayout |= row.IsLayout;
            rows++;
            yield return row;
        }

        throw new InvalidDataException($"The file ends after {rows} rows, without its last line: the export did not finish.");
    }

    private static void CheckHead(string? line)
    {
        var head = ExportJson.Default.ExportHead.TryRead(line ?? "");
        Require(head is { Buckets: >= 1 and <= 999 }, "The first line is not the head of an exported state.");
        Require(head!.AdvisorState == Version, $"The file has version {head.AdvisorState}; this program reads version {Version}.");
    }

    private static bool IsValid(ExportRow row)
    {
        try
        {
            RowLimits.CheckName(row.Partition, nameof(row.Partition));
            RowLimits.CheckName(row.Key, nameof(row.Key));
            RowLimits.CheckPayload(row.Payload);
            return row is { Version: >= 0, At: >= 0 } && row.At <= DateTimeOffset.MaxValue.Ticks;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    private static void Require(bool holds, string problem)
    {
        if (!holds)
        {
            throw new InvalidDataException(problem);
        }
    }
}
