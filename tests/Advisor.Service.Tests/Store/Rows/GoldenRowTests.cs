using System.Collections;
using System.Reflection;
using System.Text.Json.Serialization;
using Advisor.Core.Decisions;
using Advisor.Service.Series;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store.Rows;

/// <summary>
/// The stored form of every kind of row. A golden file holds what its version wrote and is never rewritten: where a field is renamed, moved
/// or dropped, the codec takes a new version, and this program either reads the old bytes too or refuses them with a line. A field that
/// readers may do without is added within the version; the bytes before it stay as NAME-v1-earlier.
/// </summary>
public sealed class GoldenRowTests
{
    // The only rows whose version and content come from elsewhere; see the reasons.
    private static readonly Dictionary<string, string> WrittenWithoutCodec = new(StringComparer.Ordinal)
    {
        ["Store/ResourceCommit.cs"] = "the state document, opaque here: its golden bytes are in Advisor.Service.Tests",
        ["Store/Snapshots.cs"] = "the snapshot, opaque here: its golden bytes are in Advisor.Service.Tests",
        ["StateTransfer/StateImport.cs"] = "rows as they were exported",
        ["Notifications/Delivery/OutboxRows.cs"] = "the mark of an enqueued item is its key: what it holds is never read",
        ["Store/Rows/OpenBuckets.cs"] = "the mark of a bucket is its key: it has no content",
        ["Store/ImportMark.cs"] = "the mark of an import is a hash: it is compared whole, and has no fields",
    };

    public static TheoryData<string> Kinds => [.. GoldenRows.All.Select(row => row.Name)];

    [Fact]
    public void Every_codec_has_a_golden_row() =>
        Assert.Equal(
            typeof(RecordCodecs)
                .GetProperties(BindingFlags.Public | BindingFlags.Static)
                .Select(property => property.Name)
                .Order(StringComparer.Ordinal),
            GoldenRows.All.Select(row => row.Name).Order(StringComparer.Ordinal)
        );

    [Fact]
    public void Every_row_is_written_by_a_codec()
    {
        var root = RepositoryFiles.GetPath("src", "Advisor.Service");
        var writers = Directory
            .EnumerateFiles(root, "*.cs", SearchOption.AllDirectories)
            .Where(file => File.ReadAllText(file) is var text && Writes.Any(write => text.Contains(write, StringComparison.Ordinal)))
            .Select(file => Path.GetRelativePath(root, file).Replace('\\', '/'))
            .Where(file => file is not "Store/Rows/RowCodec.cs");

        Assert.Equal(WrittenWithoutCodec.Keys.Order(StringComparer.Ordinal), writers.Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_bytes_of_every_version_are_read_as_the_record_that_wrote_them(string kind)
    {
        var row = Find(kind);
        for (var version = 1; version <= row.Version; version++)
        {
            var read = row.Read(row.CreateRow(version, row.ReadPayload(version)));
            if (read is MinuteDay day)
            {
                AssertSame((MinuteDay)row.Record, day);
            }
            else
            {
                Assert.Equivalent(row.Record, read, strict: true);
            }
        }
    }

    [Fact]
    public void The_bytes_of_a_program_that_did_not_know_an_added_field_are_read_without_it()
    {
        var earlier = GoldenRows.All.Where(row => row.Earlier is not null).ToList();

        Assert.Equal(
            Directory
                .EnumerateFiles(RepositoryFiles.GetPath("tests", "Advisor.Service.Tests", "Golden"), "*-earlier.*")
                .Select(Path.GetFileNameWithoutExtension)
                .Where(name => GoldenRows.All.Any(row => name!.StartsWith(row.Name + "-v", StringComparison.Ordinal)))
                .Order(StringComparer.Ordinal),
            earlier.Select(row => $"{row.Name}-v{row.Version}-earlier").Order(StringComparer.Ordinal)
        );
        Assert.All(
            earlier,
            row => Assert.Equivalent(row.Earlier, row.Read(row.CreateRow(row.Version, row.ReadEarlierPayload())), strict: true)
        );
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_bytes_of_the_current_version_are_written_as_they_stand(string kind)
    {
        var row = Find(kind);

        var fixedPart = row.Fixed ?? (bytes => bytes);
        Assert.Equal(GoldenBytes.Show(fixedPart(row.ReadPayload(row.Version))), GoldenBytes.Show(fixedPart(row.Write(row.Record))));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_newer_version_is_refused_with_what_to_do(string kind)
    {
        var row = Find(kind);

        var error = Assert.Throws<StateStoreException>(() => row.Read(row.CreateRow(row.Version + 1, row.ReadPayload(row.Version))));

        Assert.Equal("NewerVersion", error.Code);
        Assert.Matches(
            $"^The [a-z -]+ in row fleet/message-1-a has version {row.Version + 1}; "
                + $"this program reads version {row.Version}. Update Advisor.$",
            error.Message
        );
    }

    /// <summary>A field that no golden row has could change its name or its form unseen.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_golden_record_has_every_field(string kind) => Assert.Empty(FindUnset(Find(kind).Record, kind));

    private static readonly string[] Writes = ["RowWrite.Insert(", "RowWrite.Put(", "RowWrite.Replace("];

    private static GoldenRow Find(string kind) => GoldenRows.All.Single(row => row.Name == kind);

    private static IEnumerable<string> FindUnset(object record, string path) =>
        record is string or MinuteDay || !record.GetType().FullName!.StartsWith("Advisor.", StringComparison.Ordinal)
            ? record is IEnumerable items and not string
                ? items.Cast<object>().SelectMany((item, i) => FindUnset(item, $"{path}[{i}]"))
                : []
            : record
                .GetType()
                .GetProperties(BindingFlags.Public | BindingFlags.Instance)
                .Where(property => property.GetCustomAttribute<JsonIgnoreAttribute>() is null && property.CanWrite && IsStored(property))
                .SelectMany(property =>
                    property.GetValue(record) switch
                    {
                        null or "" => [$"{path}.{property.Name}"],
                        ICollection { Count: 0 } => [$"{path}.{property.Name}"],
                        var value => FindUnset(value, $"{path}.{property.Name}"),
                    }
                );

    // When an alert began is in the state document, not in the row of the evaluation.
    private static bool IsStored(PropertyInfo property) => property.DeclaringType != typeof(Alert) || property.Name != nameof(Alert.Since);

    private static void AssertSame(MinuteDay expected, MinuteDay read)
    {
        Assert.Equal((expected.Day, expected.Count), (read.Day, read.Count));
        Assert.Equal(
            Enumerable.Range(0, expected.Count).Select(minute => (expected[minute], expected.GetUnits(minute), expected.HasData(minute))),
            Enumerable.Range(0, read.Count).Select(minute => (read[minute], read.GetUnits(minute), read.HasData(minute)))
        );
    }
}
