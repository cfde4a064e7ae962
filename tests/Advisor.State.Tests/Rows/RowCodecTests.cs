using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Advisor.State.Rows;

namespace Advisor.State.Tests.Rows;

/// <summary>The codec by a record that has had three versions: first "size", then "units", then units with a SKU.</summary>
public sealed class RowCodecTests
{
    private static readonly JsonTypeInfo<Sized> Type =
        (JsonTypeInfo<Sized>)
            new JsonSerializerOptions(JsonSerializerDefaults.Web) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() }.GetTypeInfo(
                typeof(Sized)
            );

    private readonly RowCodec<Sized> codec = new("size", 3, Type, Upgrade);

    [Theory]
    [InlineData(1, """{"size":5}""")]
    [InlineData(2, """{"units":5}""")]
    [InlineData(3, """{"units":5,"sku":"Standard_S1"}""")]
    public void Every_version_so_far_is_read_as_the_newest(int version, string content) =>
        Assert.Equal(new Sized(5, "Standard_S1"), codec.Read(RowOf(version, content)));

    [Fact]
    public void A_newer_version_is_refused() =>
        Assert.Equal("NewerVersion", Assert.Throws<StateStoreException>(() => codec.Read(RowOf(4, "{}"))).Code);

    [Theory]
    [InlineData(3, "")]
    [InlineData(3, "null")]
    [InlineData(3, """{"units":"many","sku":"x"}""")]
    [InlineData(1, "[]")]
    [InlineData(1, "{")]
    public void Damaged_content_is_named_with_its_row(int version, string content)
    {
        var error = Assert.Throws<StateStoreException>(() => codec.Read(RowOf(version, content)));

        Assert.Equal("Corrupt", error.Code);
        Assert.StartsWith("The size in row p/k cannot be read:", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_written_has_the_newest_version()
    {
        var write = codec.Insert("k", DateTimeOffset.UnixEpoch, new Sized(7, "Premium_P1"));

        Assert.Equal(3, write.Version);
        Assert.Equal("""{"units":7,"sku":"Premium_P1"}""", Encoding.UTF8.GetString(write.Payload.Span));
    }

    [Fact]
    public void A_record_that_was_never_read_cannot_replace_one() =>
        Assert.Throws<ArgumentException>(() => codec.Replace("k", DateTimeOffset.UnixEpoch, new Sized(7, "x"), etag: null));

    private static JsonObject Upgrade(int from, JsonObject content) =>
        from switch
        {
            1 => new JsonObject { ["units"] = content["size"]?.DeepClone() },
            _ => new JsonObject { ["units"] = content["units"]?.DeepClone(), ["sku"] = "Standard_S1" },
        };

    private static Row RowOf(int version, string content) =>
        new("p", "k", version, DateTimeOffset.UnixEpoch, Encoding.UTF8.GetBytes(content), "1");

    internal sealed record Sized(int Units, string Sku);
}
