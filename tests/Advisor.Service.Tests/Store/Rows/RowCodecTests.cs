using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Advisor.Service.Store.Rows;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store.Rows;

/// <summary>The codec by a record whose third version is written and read.</summary>
public sealed class RowCodecTests
{
    private static readonly JsonTypeInfo<Sized> Type =
        (JsonTypeInfo<Sized>)
            new JsonSerializerOptions(JsonSerializerDefaults.Web) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() }.GetTypeInfo(
                typeof(Sized)
            );

    private readonly RowCodec<Sized> codec = new("size", 3, Type);

    [Fact]
    public void A_row_of_this_version_is_read() =>
        Assert.Equal(new Sized(5, "Standard_S1"), codec.Read(CreateRow(3, """{"units":5,"sku":"Standard_S1"}""")));

    [Theory]
    [InlineData(4, "NewerVersion", "The size in row p/k has version 4; this program reads version 3. Update Advisor.")]
    [InlineData(2, "OlderVersion", "The size in row p/k has version 2; this program reads version 3. Delete the row to start again.")]
    public void A_row_of_another_version_is_refused(int version, string code, string message)
    {
        var error = Assert.Throws<StateStoreException>(() => codec.Read(CreateRow(version, """{"units":5,"sku":"Standard_S1"}""")));

        Assert.Equal((code, message), (error.Code, error.Message));
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("""{"units":"many","sku":"x"}""")]
    [InlineData("[]")]
    [InlineData("{")]
    [Fault("state-damaged")]
    public void Damaged_content_is_named_with_its_row(string content)
    {
        var error = Assert.Throws<StateStoreException>(() => codec.Read(CreateRow(3, content)));

        Assert.Equal("Corrupt", error.Code);
        Assert.StartsWith("The size in row p/k cannot be read:", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_message_whose_head_is_null_is_damaged_and_no_fault_of_the_program()
    {
        byte[] payload = [4, 0, .. "null"u8, .. "text"u8];
        var row = new Row("p", "message-1", 1, DateTimeOffset.UnixEpoch, payload, "1");

        Assert.Equal("Corrupt", Assert.Throws<StateStoreException>(() => RecordCodecs.DeadLetter.Read(row)).Code);
    }

    [Fact]
    public void What_is_written_has_this_version()
    {
        var write = codec.Insert("k", DateTimeOffset.UnixEpoch, new Sized(7, "Premium_P1"));

        Assert.Equal(3, write.Version);
        Assert.Equal("""{"units":7,"sku":"Premium_P1"}""", Encoding.UTF8.GetString(write.Payload.Span));
    }

    [Fact]
    public void A_record_that_was_never_read_cannot_replace_one() =>
        Assert.Throws<ArgumentException>(() => codec.Replace("k", DateTimeOffset.UnixEpoch, new Sized(7, "x"), etag: null));

    private static Row CreateRow(int version, string content) =>
        new("p", "k", version, DateTimeOffset.UnixEpoch, Encoding.UTF8.GetBytes(content), "1");

    internal sealed record Sized(int Units, string Sku);
}
