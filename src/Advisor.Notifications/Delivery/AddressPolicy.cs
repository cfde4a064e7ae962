using System.Net;

namespace Advisor.Notifications.Delivery;

/// <summary>Which addresses a channel may post to.</summary>
/// <param name="AllowPrivate">
/// Allows loopback, private and other addresses that are not of the internet, and plain http to them; default no.
/// </param>
internal sealed record AddressPolicy(bool AllowPrivate)
{
    /// <summary>Null where the text is an address that may be used; otherwise what is wrong with it, without the address.</summary>
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
            return "must not hold a user name or a password.";
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
