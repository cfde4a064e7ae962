using Advisor.Configuration.Routing;

namespace Advisor.Service.Notifications.Channels;

/// <summary>Checks a channel without sending: whether its secrets are there, and its address is one that it may post to.</summary>
public static class ChannelCheck
{
    /// <returns>What is wrong and what to do, as a sentence without the channel's name; null if nothing is.</returns>
    public static async Task<string?> FindProblemAsync(ChannelSettings channel, SecretReader secrets, CancellationToken cancellation)
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
                return secrets.DescribeAbsence(reference, what);
            }
        }

        if (channel.Email?.TokenScope is { } scope && await secrets.FindTokenAsync(scope, cancellation) is null)
        {
            return "the sign-in to Azure gives no token for the mail server; run az login, or give the host a managed identity.";
        }

        var address = channel.Address is { } url ? (await secrets.FindAsync(url, cancellation))!.Reveal() : channel.Endpoint?.AbsoluteUri;
        return address is not null && new AddressPolicy(channel.AllowPrivate).Validate(address, out _) is { } problem
            ? $"{channel.Address?.ToString() ?? "the address"} {problem}"
            : null;
    }
}
