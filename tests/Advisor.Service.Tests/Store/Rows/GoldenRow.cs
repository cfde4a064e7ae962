using System.Text;
using Advisor.Service.Store.Rows;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store.Rows;

/// <summary>One kind of row with a record that has every field, and the committed bytes of each version of it.</summary>
/// <param name="Name">The codec in <see cref="RecordCodecs"/>.</param>
/// <param name="Record">The record that the golden bytes hold.</param>
/// <param name="Version">The version that this program writes.</param>
/// <param name="Read">Reads a row of a version.</param>
/// <param name="Write">Writes the record.</param>
internal sealed record GoldenRow(string Name, object Record, int Version, Func<Row, object> Read, Func<object, byte[]> Write)
{
    public static GoldenRow Create<T>(string name, RowCodec<T> codec, T record)
        where T : class => new(name, record, codec.Version, codec.Read, value => codec.Write((T)value));

    /// <summary>
    /// The record as NAME-v1-earlier is read: the bytes of a program that did not know a field which was added since without a new version,
    /// because readers may do without it. Null where no field was added.
    /// </summary>
    public object? Earlier { get; init; }

    /// <summary>The bytes as that version wrote them: JSON as text, anything else in base64.</summary>
    public byte[] ReadPayload(int version) => GoldenBytes.ReadAny("Advisor.Service.Tests", $"{Name}-v{version}");

    /// <summary>What of the payload a version fixes; all of it, where it is null.</summary>
    public Func<byte[], byte[]>? Fixed { get; init; }

    public byte[] ReadEarlierPayload() => GoldenBytes.ReadAny("Advisor.Service.Tests", $"{Name}-v{Version}-earlier");

    public Row CreateRow(int version, byte[] payload) => new("fleet", DeadLetterKey, version, DateTimeOffset.UnixEpoch, payload, ETag);

    /// <summary>ETag of each row that is read; the records that have one get it.</summary>
    public const string ETag = "1";

    /// <summary>The row's key is the id of a dead letter; no other kind reads it.</summary>
    private const string DeadLetterKey = "message-1-a";

    public override string ToString() => Name + " " + Encoding.UTF8.GetString(Write(Record));
}
