using Advisor.Configuration.Routing;

namespace Advisor.Service.Notifications.Channels;

/// <summary>What keeps a channel from sending.</summary>
/// <param name="Text">What is wrong and what to do, as a sentence without the channel's name.</param>
/// <param name="Secret">The secret to set, since it is not there or wrong; null if the problem is another.</param>
public sealed record ChannelProblem(string Text, SecretReference? Secret = null);

/// <summary>Checks a channel without sending: whether its secrets are there, and its address is one that it may post to.</summary>
public static class ChannelCheck
{
    /// <returns>The first problem; null if there is none.</returns>
    public static async Task<ChannelProblem?> FindProblemAsync(
        ChannelSettings channel,
        SecretReader secrets,
        CancellationToken cancellation
    )
    {
        (SecretReference? Reference, string What)[] needed =
        [
            (channel.Address, "the address of the receiver"),
            (channel.Key, "the key"),
            (channel.Email?.Password, "the password"),
        ];
        foreach (var (reference, what) in needed)
        {
            if (reference is not null && await secrets.FindAsync(reference, cancellation) is null)
            {
                return new(secrets.DescribeAbsence(reference, what), reference);
            }
        }

        if (channel.Email?.TokenScope is { } scope && await secrets.FindTokenAsync(scope, cancellation) is null)
        {
            return new("the sign-in to Azure gives no token for the mail server; run az login, or give the host a managed identity.");
        }

        var address = channel.Address is { } url ? (await secrets.FindAsync(url, cancellation))!.Reveal() : channel.Endpoint?.AbsoluteUri;
        return address is not null && new AddressPolicy(channel.AllowPrivate).Validate(address, out _) is { } problem
            ? new($"{channel.Address?.ToString() ?? "the address"} {problem}", channel.Address)
            : null;
    }
}
