using Advisor.Service.Http;

namespace Advisor.Service.Tests.Http;

public sealed class LimitedStreamTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(8)]
    public async Task Bytes_up_to_the_limit_are_read(int length)
    {
        await using var stream = Create(length);
        using var copy = new MemoryStream();

        await stream.CopyToAsync(copy, TestContext.Current.CancellationToken);

        Assert.Equal(length, copy.Length);
    }

    [Fact]
    public async Task The_byte_after_the_limit_is_an_exception_however_it_is_read()
    {
        await using var asynchronous = Create(9);
        await Assert.ThrowsAsync<FormatException>(async () =>
            await asynchronous.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken)
        );
        await using var synchronous = Create(9);
        Assert.Throws<FormatException>(() => synchronous.CopyTo(Stream.Null));
        await using var one = Create(9);
        Assert.Throws<FormatException>(() => Enumerable.Range(0, 10).Sum(_ => one.ReadByte()));
    }

    private static LimitedStream Create(int length) => new(new MemoryStream(new byte[length]), 8, () => new FormatException());
}
