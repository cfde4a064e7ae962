using System.Security.Cryptography;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Tests.SignedLinks;

public sealed class KeyRingTests
{
    // SHA-256 of a word: 32 bytes that look random.
    private static readonly string First = CreateKey("first"),
        Second = CreateKey("second");

    [Fact]
    public void The_first_key_signs()
    {
        var (ring, problems) = KeyRing.Read($" new:{First}, old:{Second} ");

        Assert.Empty(problems);
        Assert.Equal("new", ring!.Current);
        Assert.NotNull(ring.Sign("old", [1]));
        Assert.Null(ring.Sign("older", [1]));
    }

    [Theory]
    [InlineData("", "there are 0 keys")]
    [InlineData("SECRETSECRETSECRET", "key 1 is not ID:BASE64")]
    [InlineData("a b:SECRET", "the id has 1 to 32 letters, digits, - or _")]
    [InlineData("a:SECRET!", "what follows the colon is not base64")]
    [InlineData("a:U0VDUkVU", "key 1 has 48 bits; it needs 256 or more: `openssl rand -base64 32` makes one.")] // 6 bytes
    [InlineData("a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "key 1 is not random")] // 32 bytes of zero
    public void A_key_that_cannot_be_used_is_named_by_its_place_and_never_shown(string text, string expected)
    {
        var (ring, problems) = KeyRing.Read(text);

        Assert.Null(ring);
        Assert.Contains(expected, Assert.Single(problems), StringComparison.Ordinal);
        Assert.DoesNotContain("SECRET", problems[0], StringComparison.Ordinal);
    }

    [Fact]
    public void An_id_or_a_key_that_comes_twice_is_refused()
    {
        Assert.Contains("key 2 has the id of one before it.", KeyRing.Read($"a:{First},a:{Second}").Problems);
        Assert.Contains("key 2 is the same as one before it, under another id.", KeyRing.Read($"a:{First},b:{First}").Problems);
        Assert.Equal(2, KeyRing.Read("a,b").Problems.Count);
    }

    [Fact]
    public void More_than_ten_keys_are_refused() =>
        Assert.Contains(
            "there are 11 keys; give 1 to 10",
            KeyRing.Read(string.Join(',', Enumerable.Range(0, 11).Select(i => $"k{i}:{CreateKey($"{i}")}"))).Problems
        );

    internal static string CreateKey(string word) => Convert.ToBase64String(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(word)));
}
