using System.Net;
using System.Net.Sockets;

namespace Advisor.Service.Notifications.Channels;

/// <summary>
/// Distinguishes public internet addresses from those of a machine, a network or a cloud. From the IANA registries of special-purpose
/// addresses.
/// </summary>
internal static class PublicAddress
{
    private static readonly IPNetwork[] SpecialPurpose =
    [
        .. new[]
        {
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            // Azure's internal platform services (DNS, health), although in a public range.
            "168.63.129.16/32",
            // Within 2000::/3: Teredo and others of 2001::/23, documentation, 6to4.
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20",
        }.Select(IPNetwork.Parse),
    ];

    private static readonly IPNetwork GlobalUnicast = IPNetwork.Parse("2000::/3");

    // An IPv4 address in the last four bytes, used by networks without IPv4.
    private static readonly IPNetwork Translated = IPNetwork.Parse("64:ff9b::/96");

    /// <summary>
    /// Whether an address is public: false for loopback, private, shared, link-local, unique local, multicast, reserved and documentation
    /// addresses, in any notation.
    /// </summary>
    public static bool IsPublic(IPAddress address)
    {
        if (address.IsIPv4MappedToIPv6)
        {
            return IsPublic(address.MapToIPv4());
        }

        if (address.AddressFamily == AddressFamily.InterNetworkV6)
        {
            if (Translated.Contains(address))
            {
                return IsPublic(new IPAddress(address.GetAddressBytes().AsSpan(12)));
            }

            if (!GlobalUnicast.Contains(address))
            {
                return false;
            }
        }

        return !SpecialPurpose.Any(network => network.Contains(address));
    }
}
