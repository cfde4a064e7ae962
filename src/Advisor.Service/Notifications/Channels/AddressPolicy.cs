using System.Net;

namespace Advisor.Service.Notifications.Channels;

/// <summary>Validates the URLs that a channel may post to.</summary>
/// <param name="AllowPrivate">
/// Whether loopback, private and other addresses outside of the public internet, and plain http to them, are allowed; default false.
/// </param>
internal sealed record AddressPolicy(bool AllowPrivate)
{
    /// <summary>Returns null if the text is an allowed URL; otherwise the problem, without the URL.</summary>
    public string? Validate(string text, out Uri? address)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out address) || address.Host.Length == 0)
        {
            return "is not an absolute https:// URL.";
        }

        if (address.Scheme != Uri.UriSchemeHttps && !(AllowPrivate && address.Scheme == Uri.UriSchemeHttp))
        {
            return "must begin with https://.";
        }

        if (address.UserInfo.Length > 0)
        {
            return "must not contain a user name or password.";
        }

        return
            !AllowPrivate
            && (
                address.IsLoopback || (IPAddress.TryParse(address.Host.Trim('[', ']'), out var literal) && !PublicAddress.IsPublic(literal))
            )
            ? "must not be a private, link-local or loopback address; set allowPrivate on this channel if intended."
            : null;
    }
}
