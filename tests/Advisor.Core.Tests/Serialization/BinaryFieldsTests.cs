using Advisor.Core.Serialization;

namespace Advisor.Core.Tests.Serialization;

/// <summary>Runs of equal bytes in the stored state.</summary>
public sealed class BinaryFieldsTests
{
    [Fact]
    public void Runs_come_back_as_they_were()
    {
        var random = new Random(5);
        for (var round = 0; round < 200; round++)
        {
            var values = new byte[random.Next(0, 1500)];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = i > 0 && random.Next(round + 2) > 0 ? values[i - 1] : (byte)random.Next(256);
            }

            Assert.Equal(values, Read(Write(values)));
        }
    }

    [Fact]
    public void A_run_of_a_thousand_equal_bytes_is_four_pairs()
    {
        // 255 + 255 + 255 + 235, of two bytes each, after the length of four.
        Assert.Equal(4 + (4 * 2), Write(new byte[1000]).Length);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(4)]
    public void A_run_of_none_and_one_beyond_the_end_are_invalid(byte count) =>
        Assert.Throws<InvalidDataException>(() => Read([3, 0, 0, 0, 7, count]));

    private static byte[] Write(byte[] values)
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        writer.WriteRuns(values);
        return stream.ToArray();
    }

    private static byte[] Read(byte[] bytes) => new BinaryReader(new MemoryStream(bytes)).ReadRuns(2000);
}
