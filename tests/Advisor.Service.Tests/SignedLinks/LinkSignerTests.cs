using System.Security.Cryptography;
using System.Text;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Tests.SignedLinks;

public sealed class LinkSignerTests
{
    private const string Here = "https://app.example.com";

    private static readonly DateTimeOffset Expiry = new(2026, 1, 6, 8, 0, 0, TimeSpan.Zero);
    private static readonly KeyRing Keys = KeyRing.Read("a:" + KeyRingTests.CreateKey("a")).Ring!;

    [Fact]
    public void The_mac_covers_every_field_with_its_length()
    {
        // Worked out by hand from the description: each field with its length in bytes; ü has two.
        var message = "14:advisor-link-1\n8:approval\n23:https://app.example.com\n10:1767686400\n2:ü\n2:id\n";
        var expected = HMACSHA256.HashData(Convert.FromBase64String(KeyRingTests.CreateKey("a")), Encoding.UTF8.GetBytes(message));

        Assert.Equal(
            $"a.1767686400.{System.Buffers.Text.Base64Url.EncodeToString(expected)}",
            new LinkSigner(Keys, Here).Sign("approval", Expiry, "ü", "id")
        );
    }

    [Theory]
    [InlineData(-1, LinkState.Valid)]
    [InlineData(0, LinkState.Expired)] // valid before its expiry, expired from it on
    [InlineData(86400, LinkState.Expired)]
    public void A_token_is_valid_before_its_expiry(int seconds, LinkState expected)
    {
        var signer = new LinkSigner(Keys, Here);

        Assert.Equal(expected, signer.Check(signer.Sign("p", Expiry, "x"), "p", Expiry.AddSeconds(seconds), "x"));
    }

    [Fact]
    public void A_token_is_worth_nothing_for_another_purpose_thing_app_or_spelling()
    {
        var signer = new LinkSigner(Keys, Here);
        var token = signer.Sign("p", Expiry, "x", "yz");
        var now = Expiry.AddHours(-1);

        Assert.Equal(LinkState.Valid, signer.Check(token, "p", now, "x", "yz"));
        Assert.Equal(LinkState.Invalid, signer.Check(token, "q", now, "x", "yz"));
        Assert.Equal(LinkState.Invalid, signer.Check(token, "p", now, "xy", "z"));
        Assert.Equal(LinkState.Invalid, signer.Check(token, "p", now, "x"));
        Assert.Equal(LinkState.Invalid, new LinkSigner(Keys, "https://other.example.com").Check(token, "p", now, "x", "yz"));
        Assert.Equal(
            LinkState.Invalid,
            new LinkSigner(KeyRing.Read("a:" + KeyRingTests.CreateKey("b")).Ring!, Here).Check(token, "p", now, "x", "yz")
        );
    }

    [Fact]
    public void No_changed_character_of_a_token_passes()
    {
        var signer = new LinkSigner(Keys, Here);
        var token = signer.Sign("p", Expiry, "x");
        var now = Expiry.AddHours(-1);
        for (var i = 0; i < token.Length; i++)
        {
            foreach (var c in "aZ09-_.+/=")
            {
                var changed = token[..i] + c + token[(i + 1)..];
                Assert.True(changed == token || signer.Check(changed, "p", now, "x") is LinkState.Invalid or LinkState.KeyRemoved, changed);
            }
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("..")]
    [InlineData("a.1767686400")]
    [InlineData("a.1767686400.")]
    [InlineData("a.-5.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    [InlineData("a.99999999999999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    [InlineData("a.01767686400.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    [InlineData("a.1767686400.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.x")]
    [InlineData("a.1767686400.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB")] // spare bits set
    [InlineData("a.1767686400.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    public void What_is_no_token_is_wrong(string text) =>
        Assert.Equal(LinkState.Invalid, new LinkSigner(Keys, Here).Check(text, "p", Expiry, "x"));

    [Fact]
    public void A_rotated_key_verifies_until_it_is_taken_away()
    {
        var token = new LinkSigner(Keys, Here).Sign("p", Expiry, "x");
        var both = KeyRing.Read($"b:{KeyRingTests.CreateKey("b")},a:{KeyRingTests.CreateKey("a")}").Ring!;
        var later = KeyRing.Read($"b:{KeyRingTests.CreateKey("b")}").Ring!;

        Assert.Equal(LinkState.Valid, new LinkSigner(both, Here).Check(token, "p", Expiry.AddHours(-1), "x"));
        Assert.StartsWith("b.", new LinkSigner(both, Here).Sign("p", Expiry, "x"), StringComparison.Ordinal);
        Assert.Equal(LinkState.KeyRemoved, new LinkSigner(later, Here).Check(token, "p", Expiry.AddHours(-1), "x"));
    }
}
