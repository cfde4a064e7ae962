using Advisor.Configuration.Routing;

namespace Advisor.Service.Notifications.Channels;

/// <summary>What keeps a channel from sending.</summary>
/// <param name="Text">What is wrong and what to do, as a sentence without the channel's name.</param>
/// <param name="Secret">The secret to set, since it is not there or wrong; null if the problem is another.</param>
public sealed record ChannelProblem(string Text, SecretReference? Secret = null);

/// <summary>What a channel needs to post to its receiver.</summary>
/// <param name="Target">URL; null for a channel that has none.</param>
/// <param name="Address">The same as a secret; null if it is none.</param>
/// <param name="Key">Key of the channel; null if it has none.</param>
internal readonly record struct ChannelReceiver(Uri? Target, Secret? Address, Secret? Key);

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
        if (channel.Email?.Password is { } password && await secrets.FindAsync(password, cancellation) is null)
        {
            return DescribeAbsence(secrets, password, "the password");
        }

        return channel.Email?.TokenScope is { } scope && await secrets.FindTokenAsync(scope, cancellation) is null
            ? new("the sign-in to Azure gives no token for the mail server; run az login, or give the host a managed identity.")
            : (await FindReceiverAsync(channel, secrets, cancellation)).Problem;
    }

    /// <summary>Reads the secrets of a channel that posts to an address, and checks that it may.</summary>
    /// <returns>The receiver, or the first problem.</returns>
    internal static async Task<(ChannelReceiver Receiver, ChannelProblem? Problem)> FindReceiverAsync(
        ChannelSettings channel,
        SecretReader secrets,
        CancellationToken cancellation
    )
    {
        var address = channel.Address is null ? null : await secrets.FindAsync(channel.Address, cancellation);
        if (channel.Address is not null && address is null)
        {
            return (default, DescribeAbsence(secrets, channel.Address, "the address of the receiver"));
        }

        var key = channel.Key is null ? null : await secrets.FindAsync(channel.Key, cancellation);
        if (channel.Key is not null && key is null)
        {
            return (default, DescribeAbsence(secrets, channel.Key, "the key"));
        }

        Uri? target = null;
        return
            (address?.Reveal() ?? channel.Endpoint?.AbsoluteUri) is { } text
            && new AddressPolicy(channel.AllowPrivate).Validate(text, out target) is { } problem
            ? (default, new($"{channel.Address?.ToString() ?? "the address"} {problem}", channel.Address))
            : (new(target, address, key), null);
    }

    private static ChannelProblem DescribeAbsence(SecretReader secrets, SecretReference reference, string what) =>
        new(secrets.DescribeAbsence(reference, what), reference);
}
